import { pino } from 'pino';
import { z } from 'zod';
import { openDataSource } from '../src/data/open-data-source';
import { createJobQueue } from '../src/job/create-job-queue';
import { CreateJob } from '../src/job/migrations/create-job';
import { KeepGrantOfJob } from '../src/job/migrations/keep-grant-of-job';
import { NatsLink } from '../src/nats/nats-link';
import { plain } from './job-harness';
import { SILENT } from './job-timing-for-tests';

/** A replica in a process of its own, to be killed: it takes jobs of kind `doomed` and never ends one. */
async function work([postgres, redis, nats, timing]: readonly string[]): Promise<void> {
  if (postgres === undefined || redis === undefined || nats === undefined || timing === undefined)
    throw new Error('needs the URLs of Postgres, Redis and NATS, and the timing');
  const source = await openDataSource({ service: 'compute', url: postgres, migrations: [CreateJob, KeepGrantOfJob] });
  const link = new NatsLink({ servers: nats }, pino({ level: 'silent' }));
  await link.open();
  const queue = createJobQueue({
    service: 'compute',
    redisUrl: redis,
    source,
    link,
    logger: SILENT,
    timing: z.record(z.string(), z.number()).parse(JSON.parse(timing)),
  });
  queue.work(plain('doomed'), (_, run) => {
    process.send?.({ started: run.id, fence: run.fence });
    return new Promise((resolve) =>
      process.once('message', () => {
        resolve('from the old worker');
        // Resolves when the run is recorded, or was refused.
        void queue.stop(10_000).then(() => process.send?.('recorded'));
      }),
    );
  });
  queue.start();
  process.send?.('ready');
}

void work(process.argv.slice(2));
