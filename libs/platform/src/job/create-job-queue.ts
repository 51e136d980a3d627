import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { BullJobMover } from './adapters/bull-job-mover';
import { JobStore } from './adapters/job-store';
import { type HintLink, JobHints } from './job-hints';
import { JobQueue } from './job-queue';
import { JobRunner } from './execution/job-runner';
import { JobSweeper } from './job-sweeper';
import { JOB_TIMING, type JobTiming } from './job-timing';

export interface JobQueueSetup {
  readonly service: string;
  /** May be left out by a service that has no jobs. */
  readonly redisUrl: string | undefined;
  readonly source: DataSource;
  readonly link: HintLink;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly timing?: Partial<JobTiming>;
}

/** Puts the parts of a {@link JobQueue} together. Connects to Redis when the first kind is registered. */
export function createJobQueue(setup: JobQueueSetup): JobQueue {
  const { service, redisUrl, source, link, logger } = setup;
  const timing = { ...JOB_TIMING, ...setup.timing };
  const store = new JobStore(source, timing);
  const hints = new JobHints(service, link);
  const mover = new BullJobMover({ service, redisUrl, logger });
  const runner = new JobRunner({ store, hints, timing, logger, now: () => performance.now() }, mover);
  const sweeper = new JobSweeper({ store, mover, hints, timing, logger });
  return new JobQueue({ service, store, mover, hints, runner, sweeper });
}
