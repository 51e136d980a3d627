import { CallerPresence } from './caller-presence';

describe('the presence of callers', () => {
  let now = 0;
  let presence: CallerPresence;
  beforeEach(() => {
    now = 0;
    presence = new CallerPresence(() => now);
  });

  it('lasts a second from what they asked last, and nobody keeps a place from himself', () => {
    presence.asked('one');
    expect([presence.othersStay('one'), presence.othersStay('other')]).toEqual([0, 1000]);
    now = 400;
    presence.asked('other');
    expect([presence.othersStay('one'), presence.othersStay('other')]).toEqual([1000, 600]);
    now = 1200;
    expect([presence.othersStay('one'), presence.othersStay('other')]).toEqual([200, 0]);
  });

  it('knows whose work takes long, also when short pieces come between, and forgets it when it no longer does', () => {
    presence.asked('one');
    expect(presence.isSlow('one', 0)).toBe(false);
    expect(presence.isSlow('one', 51)).toBe(true);
    presence.ended('one', 300);
    presence.ended('one', 5);
    presence.asked('one');
    expect(presence.isSlow('one', 0)).toBe(true);
    for (let n = 0; n < 3; n += 1) presence.ended('one', 5);
    expect(presence.isSlow('one', 0)).toBe(false);
  });

  it('is forgotten when the caller is gone', () => {
    presence.asked('one');
    presence.ended('one', 300);
    now = 5000;
    presence.asked('other');
    presence.asked('one');
    expect(presence.isSlow('one', 0)).toBe(false);
  });
});
