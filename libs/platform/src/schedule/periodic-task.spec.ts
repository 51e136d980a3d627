import { PeriodicTask } from './periodic-task';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const never = (error: unknown): void => {
  throw error;
};

describe('a periodic task', () => {
  it('runs again and again, first after its period', async () => {
    let rounds = 0;
    const task = new PeriodicTask({ everyMs: 1_000, run: () => Promise.resolve((rounds += 1)), failed: never });
    task.start();
    await jest.advanceTimersByTimeAsync(999);
    expect(rounds).toBe(0);
    await jest.advanceTimersByTimeAsync(2_001);
    expect(rounds).toBe(3);
    await task.stop();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(rounds).toBe(3);
  });

  it('begins at once where it is told to', async () => {
    let rounds = 0;
    const task = new PeriodicTask({ everyMs: 1_000, run: () => Promise.resolve((rounds += 1)), failed: never });
    task.start({ atOnce: true });
    expect(rounds).toBe(1);
    await task.stop();
  });

  it('never has two rounds under way, however long one takes', async () => {
    const ends: (() => void)[] = [];
    const run = () => new Promise<void>((resolve) => ends.push(resolve));
    const task = new PeriodicTask({ everyMs: 1_000, run, failed: never });
    task.start({ atOnce: true });
    await jest.advanceTimersByTimeAsync(10_000);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await task.stop();
  });

  it('goes on after a round that failed, and says so', async () => {
    const errors: unknown[] = [];
    const task = new PeriodicTask({
      everyMs: 1_000,
      run: () => Promise.reject(new Error('not now')),
      failed: (error) => errors.push(error),
    });
    task.start();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(errors).toHaveLength(2);
    await task.stop();
  });

  it('waits for the round under way when it is stopped, which its signal tells', async () => {
    let ended = false;
    const run = (signal: AbortSignal) =>
      new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())).then(() => {
        ended = true;
      });
    const task = new PeriodicTask({ everyMs: 1_000, run, failed: never });
    task.start({ atOnce: true });
    await task.stop();
    expect(ended).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });
});
