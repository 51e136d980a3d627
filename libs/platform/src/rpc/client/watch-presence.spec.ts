import { ProblemError } from '@svc/contracts';
import { watchPresence } from './watch-presence';

describe('a caller that waits for a long call', () => {
  const reasons: ProblemError[] = [];
  let answers: boolean[] = [];
  let asked = 0;
  let end: () => void;

  beforeEach(() => {
    jest.useFakeTimers();
    reasons.length = 0;
    asked = 0;
    end = watchPresence(
      () => Promise.resolve(answers[asked++] ?? false),
      (reason) => reasons.push(reason),
    );
  });
  afterEach(() => {
    end();
    jest.useRealTimers();
  });

  it('waits on as long as some replica works on it', async () => {
    answers = Array<boolean>(100).fill(true);
    await jest.advanceTimersByTimeAsync(100_000);
    expect(asked).toBeGreaterThan(10);
    expect(reasons).toEqual([]);
  });

  it('forgives a moment without an answer', async () => {
    answers = [true, false, false, true, false, false, true];
    await jest.advanceTimersByTimeAsync(15_000);
    expect(reasons).toEqual([]);
  });

  it('gives up within ten seconds of the last sign of life, once, and asks no more', async () => {
    answers = [];
    await jest.advanceTimersByTimeAsync(10_000);
    expect(reasons).toMatchObject([{ code: 'unavailable', facts: { retryAfter: 1 } }]);
    const before = asked;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(before);
    expect(reasons).toHaveLength(1);
  });

  it('asks no more once its answer is there', async () => {
    end();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(0);
  });
});
