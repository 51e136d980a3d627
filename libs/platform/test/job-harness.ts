import { type Job, jobKind, type Principal } from '@svc/contracts';
import { type PrivateServer, startNats, startPostgres, startRedis } from '@svc/testing';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { openDataSource } from '../src/data/open-data-source';
import { createJobQueue } from '../src/job/create-job-queue';
import { followJob, lastOf } from '../src/job/follow-job';
import type { JobQueue } from '../src/job/job-queue';
import type { JobTiming } from '../src/job/job-timing';
import { CreateJob } from '../src/job/migrations/create-job';
import { KeepGrantOfJob } from '../src/job/migrations/keep-grant-of-job';
import { ListAllJobs } from '../src/job/migrations/list-all-jobs';
import { TakeTurns } from '../src/job/migrations/take-turns';
import { NatsLink } from '../src/nats/nats-link';
import { QUICK, SILENT } from './job-timing-for-tests';

export const ANNA: Principal = {
  id: 'user:anna',
  kind: 'user',
  role: 'editor',
  scopes: ['job:read', 'job:cancel'],
  groups: [],
};

export interface JobHarness {
  readonly postgres: PrivateServer;
  readonly redis: PrivateServer;
  readonly nats: PrivateServer;
  readonly source: DataSource;
  readonly link: NatsLink;
  /** One more replica of the service; `stop` it, or the harness does. */
  replica(register: (queue: JobQueue) => void, timing?: Partial<JobTiming>): JobQueue;
  /** Records jobs and takes none. */
  producer(): JobQueue;
  /** A replica in a process of its own that takes jobs of kind `doomed`; ready when this resolves. */
  workerProcess(timing?: Partial<JobTiming>): Promise<ChildProcess>;
  ended(queue: JobQueue, id: string): Promise<Job>;
  close(): Promise<void>;
}

/** Real Postgres, Redis and NATS, and as many replicas of a service as a test asks for. */
export async function startJobHarness(): Promise<JobHarness> {
  const [postgres, redis, nats] = await Promise.all([startPostgres({ fsync: false }), startRedis(), startNats()]);
  const source = await openDataSource({
    service: 'compute',
    url: postgres.url,
    migrations: [CreateJob, KeepGrantOfJob, TakeTurns, ListAllJobs],
    poolSize: 20,
  });
  const link = new NatsLink({ servers: nats.url }, pino({ level: 'silent' }));
  await link.open();
  const replicas: JobQueue[] = [];
  const children: ChildProcess[] = [];
  const open = (timing: Partial<JobTiming>): JobQueue => {
    const queue = createJobQueue({ service: 'compute', redisUrl: redis.url, source, link, logger: SILENT, timing });
    replicas.push(queue);
    return queue;
  };
  return {
    postgres,
    redis,
    nats,
    source,
    link,
    replica(register, timing = QUICK) {
      const queue = open(timing);
      register(queue);
      queue.start();
      return queue;
    },
    producer: () => open(QUICK),
    async workerProcess(timing = QUICK) {
      const child = fork(
        join(__dirname, 'job-worker-process.ts'),
        [postgres.url, redis.url, nats.url, JSON.stringify(timing)],
        { execArgv: ['-r', join(__dirname, 'run-typescript.js')] },
      );
      children.push(child);
      await nextMessage(child);
      return child;
    },
    ended: (queue, id) => lastOf(followJob((it) => queue.get(it, ANNA), id, { link })),
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(replicas.map((it) => it.stop(1_000)));
      await link.close();
      await source.destroy();
      await Promise.all([postgres.stop(), redis.stop(), nats.stop()]);
    },
  };
}

/** A kind of job that takes anything and answers with anything. */
export function plain(name: string, maxAttempts = 3) {
  return jobKind({ name, service: 'compute', payload: z.json(), result: z.json().or(z.void()), maxAttempts });
}

/** What the child says next; rejects when it ends instead. */
export function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error('the child ended')));
  });
}

/** A promise and the function that keeps it. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** A handler's wait that ends when its signal fires. */
export function untilStopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener(
      'abort',
      () => reject(signal.reason instanceof Error ? signal.reason : new Error('stopped')),
      { once: true },
    );
  });
}
