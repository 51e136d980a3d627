import type { JobMover } from '../job-mover';
import { JobExecution, type JobExecutionParts } from './job-execution';
import type { JobOutcome } from './job-outcome';
import type { JobRow } from '../job-row';
import type { JobHandler } from './job-run';

const RECORD_RETRY_MS = 500;

/** How many jobs of a kind one process runs: of anybody, and beside those of callers of whom none runs. */
export interface KindPlaces {
  readonly kind: string;
  readonly concurrency: number;
  readonly spare: number;
}

/** Places of this process for one kind. */
interface Places {
  taken: number;
  /** Those of the taken ones that are spare. */
  spare: number;
  /** Those of the taken ones, without spare ones, whose job is being asked for: Postgres may not show it as running yet. */
  claiming: number;
}

/** Runs claimed jobs in this process and records how each ended. */
export class JobRunner {
  private readonly running = new Map<string, JobExecution>();
  private readonly settling = new Set<Promise<void>>();
  private readonly taken = new Map<string, Places>();
  private closing = false;

  constructor(
    private readonly parts: JobExecutionParts,
    private readonly mover: JobMover,
  ) {}

  /** Starts the job of this kind whose turn it is, if there is one, and resolves when this run of it is recorded. Never rejects. */
  run(kind: string, handler: JobHandler): Promise<void> {
    return this.settle(this.claimAndRun(kind, handler));
  }

  /**
   * The same for a caller of whom no job of this kind runs, beside those that `run` started: so the long jobs of one caller
   * hold nobody else's up. Does nothing while a place is free for anybody, or `spare` such jobs run already; nor while a claim
   * of this process is under way, since its caller would still look idle. Once that job runs, its hint brings us back.
   */
  async runSpare({ kind, concurrency, spare }: KindPlaces, handler: JobHandler): Promise<void> {
    const own = this.places(kind);
    if (own.claiming > 0 || own.taken - own.spare < concurrency || own.spare >= spare) return;
    own.spare += 1;
    await this.settle(this.claimAndRun(kind, handler, true)).finally(() => (own.spare -= 1));
  }

  /** Somebody said that a job changed: if it runs here, look at once whether it was cancelled. */
  look(id: string): void {
    void this.running.get(id)?.beat();
  }

  /** Asks every run to stop and waits, up to `graceMs`, until each is recorded; what could not finish is left to others. */
  async close(graceMs: number): Promise<void> {
    this.closing = true;
    for (const execution of this.running.values()) execution.stop('shutdown');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([Promise.all(this.settling), late]);
    clearTimeout(timer);
  }

  private settle(running: Promise<void>): Promise<void> {
    const work = running.catch((error: unknown) => {
      this.parts.logger.warn({ err: error }, 'a job could not be started or recorded; it will be retried');
    });
    this.settling.add(work);
    return work.finally(() => this.settling.delete(work));
  }

  private places(kind: string): Places {
    const known = this.taken.get(kind) ?? { taken: 0, spare: 0, claiming: 0 };
    this.taken.set(kind, known);
    return known;
  }

  private async claimAndRun(kind: string, handler: JobHandler, onlyIdleCallers = false): Promise<void> {
    if (this.closing) return;
    const own = this.places(kind);
    own.taken += 1;
    try {
      const row = onlyIdleCallers ? await this.parts.store.claim(kind, true) : await this.claim(kind, own);
      if (row !== null) await this.runClaimed(row, handler);
    } finally {
      own.taken -= 1;
    }
  }

  private async claim(kind: string, own: Places): Promise<JobRow | null> {
    own.claiming += 1;
    try {
      return await this.parts.store.claim(kind, false);
    } finally {
      own.claiming -= 1;
    }
  }

  private async runClaimed(row: JobRow, handler: JobHandler): Promise<void> {
    const { id } = row;
    const execution = new JobExecution(row, this.parts);
    this.running.set(id, execution);
    this.parts.hints.changed(id);
    if (this.closing) execution.stop('shutdown');
    try {
      await this.record(row, await execution.run(handler));
    } finally {
      if (this.running.get(id) === execution) this.running.delete(id);
    }
  }

  /** Postgres may be away just now. The lease bounds the tries: after it the job is anybody's. */
  private async record(row: JobRow, outcome: JobOutcome): Promise<void> {
    const giveUpAt = this.parts.now() + this.parts.timing.leaseMs;
    for (;;) {
      try {
        await this.recordOnce(row, outcome);
        this.parts.hints.changed(row.id);
        return;
      } catch (error) {
        if (this.parts.now() > giveUpAt) throw error;
        await new Promise((resolve) => setTimeout(resolve, RECORD_RETRY_MS));
      }
    }
  }

  private async recordOnce({ id, kind, fence }: JobRow, outcome: JobOutcome): Promise<void> {
    const { store } = this.parts;
    switch (outcome.kind) {
      case 'succeeded':
      case 'cancelled':
        await store.finish(id, fence, { state: outcome.kind, result: outcome.result, error: null });
        return;
      case 'failed':
        await store.finish(id, fence, { state: 'failed', result: null, error: outcome.error });
        return;
      case 'again':
        await store.release(id, fence, {
          delayMs: outcome.delayMs,
          error: outcome.error,
          uncounted: outcome.uncounted,
        });
        // The delay starts a little later here than in Postgres, so that the claim does not come too early.
        this.mover.add({ id, kind, fence }, outcome.delayMs + 50).catch(() => undefined);
        return;
      case 'handed-back':
        // Not queued from here: this process might still take it, and then die with it. Another's sweeper finds it.
        await store.release(id, fence, { delayMs: 0, error: null, uncounted: true });
        return;
      case 'superseded':
    }
  }
}
