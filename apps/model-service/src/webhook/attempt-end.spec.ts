import { attemptEnd, errorText, MAX_ATTEMPTS, type Tried } from './attempt-end';

const at = new Date('2026-01-01T00:00:00Z');
const tried = (status: number | null, more: Partial<Tried> = {}): Tried => ({
  at,
  status,
  retryAfter: null,
  durationMs: 1,
  error: null,
  ...more,
});
const delays = (spread: number) =>
  Array.from({ length: MAX_ATTEMPTS }, (_, i) => attemptEnd(i + 1, tried(500), spread)).map((it) =>
    it.kind === 'again' ? it.afterMs / 1000 : it.kind,
  );

describe('the end of a try to deliver', () => {
  it('comes ten times over 75 hours and 35 minutes, then the delivery is a dead letter', () => {
    expect(delays(0)).toEqual([5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400, 'dead']);
    const seconds = delays(0).reduce((sum: number, it) => sum + (typeof it === 'number' ? it : 0), 0);
    expect(seconds).toBe(75 * 3600 + 35 * 60 + 5);
  });

  it('is spread by at most a tenth', () => {
    for (const [i, delay] of delays(1).entries())
      if (typeof delay === 'number') expect(delay / Number(delays(0)[i])).toBeCloseTo(1.1);
  });

  it.each([200, 201, 204, 299])('is a success for %d', (status) => {
    expect(attemptEnd(1, tried(status), 0)).toEqual({ kind: 'delivered' });
    expect(errorText(tried(status))).toBeNull();
  });

  it.each([null, 199, 301, 307, 400, 404, 500, 503])('is a failure for %s, a redirect too', (status) => {
    expect(attemptEnd(1, tried(status), 0)).toEqual({ kind: 'again', afterMs: 5000, pause: false });
    expect(errorText(tried(status))).not.toBeNull();
  });

  it('switches the webhook off for 410', () => {
    expect(attemptEnd(1, tried(410), 0)).toMatchObject({ kind: 'dead', disables: expect.stringContaining('410') });
  });

  it.each([429, 502, 504])('slows everything to that receiver down for %d', (status) => {
    expect(attemptEnd(1, tried(status), 0)).toEqual({ kind: 'again', afterMs: 60_000, pause: true });
  });

  it.each([
    ['120', 120],
    ['Thu, 01 Jan 2026 00:10:00 GMT', 600],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 60],
    ['soon', 60],
    ['999999999', 95_040],
  ])('honours Retry-After: %s', (retryAfter, seconds) => {
    expect(attemptEnd(1, tried(429, { retryAfter }), 0)).toMatchObject({ kind: 'again', afterMs: seconds * 1000 });
  });
});
