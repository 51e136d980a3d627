import { type Job, jobId, ProblemError } from '@svc/contracts';
import { eventually } from '@svc/testing';
import { ANNA, gate, type JobHarness, plain, startJobHarness, untilStopped } from '../../test/job-harness';
import { servicePrincipal } from '../principal/service-principal';
import { followJob } from './follow-job';
import { QUICK } from '../../test/job-timing-for-tests';
import { JobStopped } from './execution/job-run';
import type { JobRun } from './execution/job-run';

let harness: JobHarness;
beforeAll(async () => {
  harness = await startJobHarness();
});
afterAll(() => harness.close());

const admin = { ...ANNA, id: 'user:root', role: 'admin' as const };
const other = { ...ANNA, id: 'user:ben' };

describe('a job', () => {
  it('runs with its payload, on behalf of whoever enqueued it, in the same trace', async () => {
    const seen: JobRun[] = [];
    const queue = harness.replica((it) =>
      it.work(plain('plain'), async (_, run) => {
        seen.push(run);
        run.progress(3, 3, 'done');
        await Promise.resolve();
        return { answer: 42 };
      }),
    );
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const enqueued = await queue.submit(plain('plain'), { payload: { x: [1, null] }, principal: ANNA, traceparent });
    expect(jobId.safeParse(enqueued.id).success).toBe(true);
    expect(enqueued).toMatchObject({ kind: 'plain', state: 'queued', started_at: null });
    const ended = await harness.ended(queue, enqueued.id);
    expect(ended).toMatchObject({
      state: 'succeeded',
      result: { answer: 42 },
      error: null,
      progress: { done: 3, total: 3, message: 'done' },
    });
    expect(seen).toMatchObject([
      { payload: { x: [1, null] }, principal: ANNA, attempt: 1, fence: 1, traceId: '0af7651916cd43dd8448eb211c80319c' },
    ]);
  });

  it('is one job for one command, however often the command arrives', async () => {
    let runs = 0;
    const queue = harness.replica((it) =>
      it.work(plain('command'), async () => {
        runs += 1;
        await Promise.resolve();
        return runs;
      }),
    );
    const request = { payload: null, principal: ANNA, dedupeKey: 'command-1' };
    const jobs = await Promise.all(Array.from({ length: 8 }, () => queue.submit(plain('command'), request)));
    expect(new Set(jobs.map((it) => it.id)).size).toBe(1);
    const [first] = jobs;
    await harness.ended(queue, first?.id ?? '');
    expect(await queue.submit(plain('command'), request)).toMatchObject({
      id: first?.id,
      state: 'succeeded',
      result: 1,
    });
    const id = 'compute_00000000-0000-4000-8000-000000000001';
    await Promise.all([
      queue.submit(plain('command'), { ...request, id, dedupeKey: 'other' }),
      queue.submit(plain('command'), { payload: null, principal: ANNA, id }),
    ]);
    await harness.ended(queue, id);
    expect(runs).toBe(2);
  });

  it('starts only once the transaction it was enqueued in commits, and never when that rolls back', async () => {
    const queue = harness.replica((it) => it.work(plain('transactional'), async () => Promise.resolve('ran')));
    const undone = harness.source.transaction(async (manager) => {
      const { id } = await queue.submit(plain('transactional'), { payload: null, principal: ANNA }, manager);
      await expect(queue.get(id, ANNA)).rejects.toMatchObject({ code: 'not-found' });
      throw new ProblemError('conflict', id);
    });
    const refused: unknown = await undone.catch((error: unknown) => error);
    if (!(refused instanceof ProblemError)) throw new Error('expected a problem');
    await expect(queue.get(refused.detail, ANNA)).rejects.toMatchObject({ code: 'not-found' });
    const job = await harness.source.transaction((manager) =>
      queue.submit(plain('transactional'), { payload: null, principal: ANNA }, manager),
    );
    expect(await harness.ended(queue, job.id)).toMatchObject({ state: 'succeeded', result: 'ran' });
  });
});

describe('a failing job', () => {
  it('fails at once with the problem its handler refuses with', async () => {
    let runs = 0;
    const queue = harness.replica((it) =>
      it.work(plain('refusing'), async () => {
        runs += 1;
        return Promise.reject(new ProblemError('invalid-claim', 'The claim names no column.'));
      }),
    );
    const job = await queue.submit(plain('refusing'), { payload: null, principal: ANNA });
    const ended = await harness.ended(queue, job.id);
    expect(ended).toMatchObject({
      state: 'failed',
      result: null,
      error: { code: 'invalid-claim', status: 400, detail: 'The claim names no column.' },
    });
    expect(runs).toBe(1);
  });

  it('is tried again when the reason may pass, and no more often than its kind allows', async () => {
    const attempts: number[] = [];
    const queue = harness.replica(
      (it) =>
        it.work(plain('passing', 2), async (_, run) => {
          attempts.push(run.attempt);
          if (run.payload === 'passes' && run.attempt === 2) return Promise.resolve('fine');
          return Promise.reject(new ProblemError('unavailable', 'Not now.'));
        }),
      { ...QUICK, patienceMs: 0 },
    );
    const [passes, stays] = await Promise.all([
      queue.submit(plain('passing', 2), { payload: 'passes', principal: ANNA }),
      queue.submit(plain('passing', 2), { payload: 'stays', principal: ANNA }),
    ]);
    expect(await harness.ended(queue, passes.id)).toMatchObject({ state: 'succeeded', result: 'fine', error: null });
    expect(await harness.ended(queue, stays.id)).toMatchObject({ state: 'failed', error: { code: 'unavailable' } });
    expect(attempts.toSorted()).toEqual([1, 1, 2, 2]);
  });

  it('waits for a neighbour that is away, and the waiting costs no attempt', async () => {
    const attempts: number[] = [];
    const queue = harness.replica((it) =>
      it.work(plain('waiting', 1), async (_, run) => {
        attempts.push(run.attempt);
        if (attempts.length < 3) return Promise.reject(new ProblemError('unavailable', 'The neighbour restarts.'));
        return Promise.resolve('fine');
      }),
    );
    const job = await queue.submit(plain('waiting', 1), { payload: null, principal: ANNA });
    expect(await harness.ended(queue, job.id)).toMatchObject({ state: 'succeeded', result: 'fine' });
    expect(attempts).toEqual([1, 1, 1]);
  });

  it('tells callers a trace id and nothing else about an error that nobody foresaw', async () => {
    const queue = harness.replica((it) =>
      it.work(plain('throwing', 1), async () => Promise.reject(new Error('password=hunter2'))),
    );
    const job = await queue.submit(plain('throwing', 1), { payload: null, principal: ANNA });
    const ended = await harness.ended(queue, job.id);
    expect(ended.error?.code).toBe('internal');
    expect(ended.error?.trace_id).toMatch(/^[0-9a-f]{32}$/);
    expect(JSON.stringify(ended)).not.toContain('hunter2');
  });
});

describe('cancelling', () => {
  it('ends a job that waits at once', async () => {
    const busy = gate();
    const queue = harness.replica((it) => it.work(plain('narrow'), () => busy.opened, { concurrency: 1 }));
    const first = await queue.submit(plain('narrow'), { payload: null, principal: ANNA });
    await eventually(async () => (await queue.get(first.id, ANNA)).state === 'running');
    const waiting = await queue.submit(plain('narrow'), { payload: null, principal: ANNA });
    expect(await queue.cancel(waiting.id, ANNA)).toMatchObject({ state: 'cancelled', started_at: null });
    expect(await queue.cancel(waiting.id, ANNA)).toMatchObject({ state: 'cancelled' });
    busy.open();
    expect(await harness.ended(queue, first.id)).toMatchObject({ state: 'succeeded' });
    await expect(queue.cancel(first.id, ANNA)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('fires the signal of the handler, also when that runs in another replica', async () => {
    const reasons: unknown[] = [];
    const working = harness.replica((it) =>
      it.work(plain('long'), async (_, run) =>
        untilStopped(run.signal).catch((reason: unknown) => {
          reasons.push(reason);
          throw reason;
        }),
      ),
    );
    const asking = harness.replica(() => undefined);
    const job = await working.submit(plain('long'), { payload: null, principal: ANNA });
    await eventually(async () => (await asking.get(job.id, ANNA)).state === 'running');
    expect(await asking.cancel(job.id, ANNA)).toMatchObject({ state: 'running' });
    expect(await harness.ended(asking, job.id)).toMatchObject({ state: 'cancelled', error: null });
    expect(reasons).toEqual([new JobStopped('cancelled')]);
  });

  it('is for whoever started the job, and for admins; to everybody else there is no such job', async () => {
    const queue = harness.replica((it) => it.work(plain('owned'), (_, run) => untilStopped(run.signal)));
    const job = await queue.submit(plain('owned'), { payload: null, principal: ANNA });
    const refused = await queue.cancel(job.id, other).catch((error: unknown) => error);
    await queue.cancel(job.id, admin);
    expect(await harness.ended(queue, job.id)).toMatchObject({ state: 'cancelled' });
    const nobodys = await queue
      .cancel('compute_00000000-0000-4000-8000-00000000dead', admin)
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'not-found' });
    expect(refused).toEqual(nobodys);
  });
});

describe('reading a job', () => {
  it('is for whoever started it by any token or session, for admins and for services; to everybody else there is no such job', async () => {
    const queue = harness.replica((it) => it.work(plain('told'), async () => Promise.resolve({ secret: 1 })));
    const { id } = await queue.submit(plain('told'), { payload: null, principal: ANNA });
    await harness.ended(queue, id);
    const again = { ...ANNA, via: 'token:another' };
    for (const who of [ANNA, again, admin, servicePrincipal('cert')])
      expect(await queue.get(id, who)).toMatchObject({ result: { secret: 1 } });
    const refused = await queue.get(id, other).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'not-found' });
    expect(refused).toEqual(
      await queue.get('compute_00000000-0000-4000-8000-00000000dead', other).catch((error: unknown) => error),
    );
  });
});

describe('the number of unfinished jobs that one principal may have', () => {
  const carla = { ...ANNA, id: 'user:carla' };

  it('is kept however many are enqueued at once, and a place is free again when one ends', async () => {
    const busy = gate();
    const queue = harness.replica((it) => it.work(plain('counted'), () => busy.opened, { maxOpen: 3 }));
    const enqueue = (more: object = {}) => queue.submit(plain('counted'), { payload: null, principal: carla, ...more });
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => enqueue()));
    expect(tries.filter((it) => it.status === 'fulfilled')).toHaveLength(3);
    expect(await queue.openOf(carla.id)).toBe(3);
    await expect(enqueue()).rejects.toMatchObject({
      code: 'quota-exceeded',
      facts: { retryAfter: 10, data: { quota: 'jobs', used: 3, limit: 3 } },
    });
    await queue.submit(plain('counted'), { payload: null, principal: ANNA });
    busy.open();
    await eventually(async () => (await queue.openOf(carla.id)) === 0);
    await enqueue();
  });

  it('counts a command once, however often it comes', async () => {
    const busy = gate();
    const queue = harness.replica((it) => it.work(plain('repeated'), () => busy.opened, { maxOpen: 1 }));
    const enqueue = (dedupeKey: string) =>
      queue.submit(plain('repeated'), {
        payload: null,
        principal: { ...carla, id: 'user:dora' },
        dedupeKey,
      });
    const jobs = await Promise.all(Array.from({ length: 6 }, () => enqueue('same')));
    expect(new Set(jobs.map((it) => it.id)).size).toBe(1);
    await expect(enqueue('another')).rejects.toMatchObject({ code: 'quota-exceeded' });
    busy.open();
  });

  it('holds also for jobs that another service starts for them', async () => {
    const busy = gate();
    const queue = harness.replica((it) => it.work(plain('asked'), () => busy.opened, { maxOpen: 1 }));
    const start = () => queue.submitNamed('asked', { payload: null, principal: { ...carla, id: 'user:emil' } });
    await start();
    await expect(start()).rejects.toMatchObject({ code: 'quota-exceeded', facts: { data: { used: 1, limit: 1 } } });
    busy.open();
  });
});

describe('following a job', () => {
  it('shows each change up to its end, woken by hints', async () => {
    const steps = [gate(), gate()];
    const queue = harness.replica((it) =>
      it.work(plain('stepwise'), async (_, run) => {
        run.progress(1, 2, 'half');
        await steps[0]?.opened;
        run.progress(2, 2, 'whole');
        await steps[1]?.opened;
        return 'end';
      }),
    );
    const job = await queue.submit(plain('stepwise'), { payload: null, principal: ANNA });
    const seen: Job[] = [];
    for await (const it of followJob((id) => queue.get(id, ANNA), job.id, { link: harness.link })) {
      seen.push(it);
      if (it.progress.message === 'half') steps[0]?.open();
      if (it.progress.message === 'whole') steps[1]?.open();
    }
    expect(seen.map((it) => it.progress.done).toSorted()).toEqual(seen.map((it) => it.progress.done));
    expect(seen.at(-1)).toMatchObject({ state: 'succeeded', result: 'end' });
  });
});
