import { RecentlyUsed } from './recently-used';

describe('a map of what was used recently', () => {
  it('forgets what was used least recently once there is no room', () => {
    const kept = new RecentlyUsed<string>(10);
    kept.set('one', '1', 4);
    kept.set('two', '2', 4);
    kept.get('one');
    kept.set('three', '3', 4);
    expect([kept.get('one'), kept.get('two'), kept.get('three'), kept.used]).toEqual(['1', undefined, '3', 8]);
  });

  it('counts a value once, however often it is set', () => {
    const kept = new RecentlyUsed<string>(10);
    for (const value of ['1', '2', '3']) kept.set('one', value, 4);
    expect([kept.get('one'), kept.used]).toEqual(['3', 4]);
  });

  it('gives up nothing for what would not fit, and drops the value that it replaces', () => {
    const kept = new RecentlyUsed<string>(10);
    kept.set('one', '1', 4);
    kept.set('two', '2', 4);
    kept.set('two', '22', 11);
    expect([kept.get('one'), kept.get('two'), kept.used]).toEqual(['1', undefined, 4]);
  });
});
