import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@svc/testing';
import type { Worker } from '../worker';
import { WorkerFolder } from '../worker-folder';
import { WorkerPool } from './worker-pool';

/** Does what it is asked when it is told to. */
class ToldWorker implements Worker<string> {
  readonly pid = undefined;
  readonly rss = 0;
  readonly isAlive = true;
  static readonly asked = new Map<string, () => void>();

  ask(work: string): Promise<unknown> {
    return new Promise((resolve) => ToldWorker.asked.set(work, () => resolve(work)));
  }

  interrupt(): void {
    // Nothing here hears it.
  }

  kill(): void {
    // Nor that.
  }
}

/** Lets everything happen that needs no time. */
async function settled(): Promise<void> {
  for (let n = 0; n < 50; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('a worker pool in which a caller has a share', () => {
  it('starts the next of another caller, never more than the share of one', async () => {
    const root = await mkdtemp(join(tmpdir(), 'pool-'));
    const pool = await WorkerPool.open<string>({
      size: 2,
      share: 1,
      queue: 10,
      graceMs: 1e6,
      patienceMs: 1e6,
      recycleAfter: 1e6,
      recycleRssBytes: 1e12,
      newFolder: () => WorkerFolder.create(root),
      start: () => Promise.resolve(new ToldWorker()),
    });
    const { signal } = new AbortController();
    const ask = (caller: string, work: string): Promise<unknown> =>
      pool.run({ caller, files: [], timeoutMs: 1e6, signal, work: () => work }, () => work);
    const long = [ask('flood', 'long 1'), ask('flood', 'long 2')];
    await eventually(() => ToldWorker.asked.has('long 1'));
    expect(pool.load).toEqual({ running: 1, waiting: 1 });
    const short = ask('other', 'short');
    await eventually(() => ToldWorker.asked.has('short'));
    expect(pool.load).toEqual({ running: 2, waiting: 1 });
    for (const work of ['short', 'long 1', 'long 2']) {
      await eventually(() => ToldWorker.asked.has(work));
      ToldWorker.asked.get(work)?.();
    }
    expect(await Promise.all([...long, short])).toEqual(['long 1', 'long 2', 'short']);
    await pool.close();
    await rm(root, { recursive: true });
  });
});

describe('a worker pool under a fake clock', () => {
  let root: string;
  let pool: WorkerPool<string>;
  const never = new AbortController().signal;
  const ask = (caller: string, work: string): Promise<unknown> =>
    pool.run({ caller, files: [], timeoutMs: 1e6, signal: never, work: () => work }, (answer) => answer);
  const end = async (work: string): Promise<void> => {
    ToldWorker.asked.get(work)?.();
    await settled();
  };

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'pool-'));
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    pool = await WorkerPool.open<string>({
      size: 2,
      queue: 10,
      graceMs: 1e6,
      patienceMs: 1e6,
      recycleAfter: 1e6,
      recycleRssBytes: 1e12,
      newFolder: () => WorkerFolder.create(root),
      start: () => Promise.resolve(new ToldWorker()),
    });
  });
  afterAll(async () => {
    jest.useRealTimers();
    await pool.close();
    await rm(root, { recursive: true });
  });

  it('leaves one worker to others who are there, when the statements of one take long and yet end by themselves', async () => {
    const flood = ['a', 'b', 'c'].map((work) => ask('flood', work));
    await settled();
    expect(pool.load).toEqual({ running: 2, waiting: 1 });
    jest.advanceTimersByTime(60);
    const first = ask('other', 'x');
    await end('a');
    await end('x');
    expect(await first).toBe('x');
    // Idle, and kept: the next statement of the other is not too late.
    expect(pool.load).toEqual({ running: 1, waiting: 1 });
    const second = ask('other', 'y');
    await settled();
    expect(pool.load).toEqual({ running: 2, waiting: 1 });
    await end('y');
    await second;
    jest.advanceTimersByTime(999);
    await settled();
    expect(pool.load).toEqual({ running: 1, waiting: 1 });
    jest.advanceTimersByTime(1);
    await settled();
    expect(pool.load).toEqual({ running: 2, waiting: 0 });
    await end('b');
    await end('c');
    expect(await Promise.all(flood)).toEqual(['a', 'b', 'c']);
  });

  it('keeps none from callers whose statements are short', async () => {
    const other = ask('other', 'z');
    await settled();
    await end('z');
    await other;
    const quick = ['d', 'e'].map((work) => ask('quick', work));
    await settled();
    expect(pool.load).toEqual({ running: 2, waiting: 0 });
    await end('d');
    await end('e');
    await Promise.all(quick);
  });
});
