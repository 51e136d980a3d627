import { ProblemError } from '@svc/contracts';
import { eventually } from '@svc/testing';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { ANNA, gate, type JobHarness, nextMessage, plain, startJobHarness, untilStopped } from '../../test/job-harness';
import { execute, queryRow } from '../data/query-rows';
import { JobStore } from './adapters/job-store';
import { JobHints } from './job-hints';
import { JobSweeper } from './job-sweeper';
import { JOB_TIMING } from './job-timing';

let harness: JobHarness;
beforeAll(async () => {
  harness = await startJobHarness();
});
afterAll(() => harness.close());

const request = { payload: null, principal: ANNA };
const fenceOf = async (id: string): Promise<number> =>
  (await queryRow(harness.source, z.object({ fence: z.int() }), 'SELECT fence FROM job WHERE id = $1', [id]))?.fence ??
  -1;

describe('a job whose worker is lost', () => {
  it('is taken over by another replica after kill -9, with a higher fence', async () => {
    // The default timing, because that is what is promised: a lease of 8 s and a sweep every 2 s.
    const child = await harness.workerProcess(JOB_TIMING);
    const { id } = await harness.producer().submit(plain('doomed'), request);
    expect(await nextMessage(child)).toEqual({ started: id, fence: 1 });
    const starts: object[] = [];
    const survivor = harness.replica(
      (it) =>
        it.work(plain('doomed'), async (_, { fence, attempt }) => {
          starts.push({ fence, attempt });
          return Promise.resolve('from the survivor');
        }),
      JOB_TIMING,
    );
    child.kill('SIGKILL');
    expect(await harness.ended(survivor, id)).toMatchObject({ state: 'succeeded', result: 'from the survivor' });
    expect(starts).toEqual([{ fence: 2, attempt: 2 }]);
    await survivor.stop(0);
  });

  it('ends as the run that took over ends, not as the one that was only asleep (SIGSTOP past its lease)', async () => {
    const child = await harness.workerProcess();
    const { id } = await harness.producer().submit(plain('doomed'), request);
    await nextMessage(child);
    child.kill('SIGSTOP');
    const held = gate();
    const survivor = harness.replica((it) =>
      it.work(plain('doomed'), async () => {
        await held.opened;
        return 'from the survivor';
      }),
    );
    await eventually(async () => (await fenceOf(id)) === 2);
    const recorded = nextMessage(child);
    child.send('finish');
    child.kill('SIGCONT');
    expect(await recorded).toBe('recorded');
    expect(await survivor.get(id, ANNA)).toMatchObject({ state: 'running', result: null });
    held.open();
    expect(await harness.ended(survivor, id)).toMatchObject({ state: 'succeeded', result: 'from the survivor' });
    await survivor.stop(0);
  });

  it('fails for good when the worker died at every start, and is cancelled when somebody had cancelled it', async () => {
    const producer = harness.producer();
    const store = new JobStore(harness.source, { ...JOB_TIMING, leaseMs: 0 });
    const [dies, cancelled] = await Promise.all([
      producer.submit(plain('fatal'), request),
      producer.submit(plain('unwanted'), request),
    ]);
    for (const attempt of [1, 2, 3]) expect(await store.claim('fatal')).toMatchObject({ attempt, fence: attempt });
    expect(await store.claim('fatal')).toBeNull();
    await store.claim('unwanted');
    await producer.cancel(cancelled.id, ANNA);
    await sweeper(store).sweep();
    expect(await producer.get(dies.id, ANNA)).toMatchObject({ state: 'failed', error: { code: 'internal' } });
    expect(await producer.get(cancelled.id, ANNA)).toMatchObject({ state: 'cancelled', error: null });
  });

  it('refuses every write of a run that lost its fence', async () => {
    const producer = harness.producer();
    const store = new JobStore(harness.source, { ...JOB_TIMING, leaseMs: 0 });
    const { id } = await producer.submit(plain('fenced'), request);
    await store.claim('fenced');
    await store.claim('fenced');
    expect(await store.renew(id, 1)).toBeNull();
    expect(await store.finish(id, 1, { state: 'succeeded', result: 'old', error: null })).toBe(false);
    expect(await store.release(id, 1, { delayMs: 0, error: null, uncounted: true })).toBe(false);
    await store.progress(id, 1, { done: 9, total: 9, message: 'old' });
    expect(await producer.get(id, ANNA)).toMatchObject({ state: 'running', result: null, progress: { done: 0 } });
  });
});

describe('Redis', () => {
  it('may lose everything: jobs that wait still run', async () => {
    const producer = harness.producer();
    const jobs = await Promise.all(Array.from({ length: 20 }, () => producer.submit(plain('forgotten'), request)));
    const redis = new Redis(harness.redis.url);
    await redis.flushall();
    redis.disconnect();
    const queue = harness.replica((it) => it.work(plain('forgotten'), async () => Promise.resolve('ran')));
    const ended = await Promise.all(jobs.map(({ id }) => harness.ended(queue, id)));
    expect(ended.every((it) => it.state === 'succeeded')).toBe(true);
  });

  it('may be away: a job is accepted, and runs once Redis is back', async () => {
    let runs = 0;
    const queue = harness.replica((it) =>
      it.work(plain('patient'), async () => {
        runs += 1;
        return Promise.resolve(null);
      }),
    );
    await harness.redis.kill();
    const job = await queue.submit(plain('patient'), request);
    expect(job.state).toBe('queued');
    await harness.redis.restart();
    expect(await harness.ended(queue, job.id)).toMatchObject({ state: 'succeeded' });
    expect(runs).toBe(1);
  });

  it('may hand an id to a worker that dies before it starts the job: it runs without waiting for that worker', async () => {
    const { id } = await harness.producer().submit(plain('stuck'), request);
    const dying = gate();
    const worker = new Worker(
      'compute.stuck',
      async () => {
        dying.open();
        await new Promise(() => undefined);
      },
      { connection: { url: harness.redis.url }, prefix: 'svc' },
    );
    worker.on('error', () => undefined);
    await dying.opened;
    await worker.close(true);
    const queue = harness.replica((it) => it.work(plain('stuck'), async () => Promise.resolve('ran')));
    expect(await harness.ended(queue, id)).toMatchObject({ state: 'succeeded', result: 'ran' });
  });

  it('may hand out an id twice: only one run starts', async () => {
    let runs = 0;
    const busy = gate();
    const queue = harness.replica((it) =>
      it.work(plain('doubled'), async () => {
        runs += 1;
        await busy.opened;
      }),
    );
    const { id } = await queue.submit(plain('doubled'), request);
    await eventually(async () => (await queue.get(id, ANNA)).state === 'running');
    expect(await new JobStore(harness.source, JOB_TIMING).claim('doubled')).toBeNull();
    busy.open();
    await harness.ended(queue, id);
    expect(runs).toBe(1);
  });
});

describe('Postgres', () => {
  it('may be away when a run ends: its result is recorded once it is back', async () => {
    const finish = gate();
    const queue = harness.replica(
      (it) =>
        it.work(plain('recorded'), async () => {
          await finish.opened;
          return 'kept';
        }),
      { ...JOB_TIMING, sweepMs: 200 },
    );
    const { id } = await queue.submit(plain('recorded'), request);
    await eventually(async () => (await queue.get(id, ANNA)).state === 'running');
    await harness.postgres.kill();
    finish.open();
    await harness.postgres.restart();
    await eventually(() =>
      execute(harness.source, 'SELECT 1').then(
        () => true,
        (error: unknown) => !(error instanceof ProblemError),
      ),
    );
    expect(await harness.ended(queue, id)).toMatchObject({ state: 'succeeded', result: 'kept' });
  });
});

describe('a process that shuts down', () => {
  it('hands what it cannot finish to another replica, without counting the start', async () => {
    const starts: number[] = [];
    const leaving = harness.replica((it) => it.work(plain('moving'), (_, run) => untilStopped(run.signal)));
    const { id } = await leaving.submit(plain('moving'), request);
    await eventually(async () => (await leaving.get(id, ANNA)).state === 'running');
    const staying = harness.replica((it) =>
      it.work(plain('moving'), async (_, run) => {
        starts.push(run.attempt);
        return Promise.resolve('moved');
      }),
    );
    await leaving.stop(5_000);
    expect(await harness.ended(staying, id)).toMatchObject({ state: 'succeeded', result: 'moved' });
    expect(starts).toEqual([1]);
  });
});

function sweeper(store: JobStore): JobSweeper {
  const mover = {
    add: () => Promise.resolve(),
    addAgain: () => Promise.resolve(),
    work: () => undefined,
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return new JobSweeper({
    store,
    mover,
    hints: new JobHints('compute', harness.link),
    timing: JOB_TIMING,
    logger: { warn: () => undefined },
  });
}
