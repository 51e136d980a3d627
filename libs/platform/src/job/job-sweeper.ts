import { ProblemError } from '@svc/contracts';
import type { Logger } from 'pino';
import type { JobStore } from './adapters/job-store';
import type { JobHints } from './job-hints';
import type { JobMover } from './job-mover';
import { PeriodicTask } from '../schedule/periodic-task';
import type { JobTiming } from './job-timing';

const BATCH = 500;
const DIED = new ProblemError(
  'internal',
  'The worker died each time this job ran, perhaps for lack of memory. See its log; start the job again once the cause is fixed.',
);

/** Finds what no queue knows: rows whose worker died, rows that never reached Redis, everything after Redis lost its data. */
export class JobSweeper {
  private task: PeriodicTask | null = null;
  private failing = false;

  constructor(
    private readonly parts: {
      readonly store: JobStore;
      readonly mover: JobMover;
      readonly hints: JobHints;
      readonly timing: JobTiming;
      readonly logger: Pick<Logger, 'warn'>;
    },
  ) {}

  /** Sweeps from time to time, and calls `afterwards` each time. */
  start(afterwards: () => void): void {
    this.task = new PeriodicTask({
      everyMs: this.parts.timing.sweepMs,
      // So that replicas started together do not ask together.
      spread: true,
      run: async () => {
        await this.sweep();
        this.failing = false;
        afterwards();
      },
      failed: (error) => {
        if (!this.failing) this.parts.logger.warn({ err: error }, 'jobs cannot be swept; trying again');
        this.failing = true;
        afterwards();
      },
    });
    this.task.start();
  }

  async stop(): Promise<void> {
    await this.task?.stop();
  }

  /** One pass; answers with how many rows it put back in line. */
  async sweep(): Promise<number> {
    const { store, hints } = this.parts;
    for (const { id } of await store.endAbandoned(DIED.toProblem())) hints.changed(id);
    await store.forgetFinished();
    const due = await store.takeDue(BATCH);
    const refused: string[] = [];
    await Promise.all(due.map((job) => this.parts.mover.addAgain(job).catch(() => refused.push(job.id))));
    if (refused.length > 0) await store.markEnqueued(refused, false);
    return due.length - refused.length;
  }
}
