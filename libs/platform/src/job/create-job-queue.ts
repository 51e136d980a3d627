import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { BullJobMover } from './adapters/bull-job-mover';
import { JobStore } from './adapters/job-store';
import type { EventBus } from './event-bus';
import { JobHints } from './job-hints';
import type { JobMover } from './job-mover';
import { JobQueue } from './job-queue';
import { JobRunner } from './job-runner';
import { JobSweeper } from './job-sweeper';
import { JOB_TIMING, type JobTiming } from './job-timing';

export interface JobQueueSetup {
  readonly service: string;
  readonly redisUrl: string;
  readonly source: DataSource;
  readonly bus: EventBus;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly timing?: Partial<JobTiming>;
}

/** Puts the parts of a {@link JobQueue} together; the mover is returned beside it for readiness checks. */
export function createJobQueue(setup: JobQueueSetup): { readonly queue: JobQueue; readonly mover: JobMover } {
  const { service, redisUrl, source, bus, logger } = setup;
  const timing = { ...JOB_TIMING, ...setup.timing };
  const store = new JobStore(source, timing);
  const hints = new JobHints(service, bus);
  const mover = new BullJobMover({ service, redisUrl, logger });
  const runner = new JobRunner({ store, hints, timing, logger, now: () => performance.now() }, mover);
  const sweeper = new JobSweeper({ store, mover, hints, timing, logger });
  return { queue: new JobQueue({ service, store, mover, hints, runner, sweeper }), mover };
}
