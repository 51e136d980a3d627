import type { Json } from '@svc/contracts';
import type { Logger } from 'pino';
import { nextStep, type TraceStep } from '../../trace/traceparent';
import type { JobStore } from '../adapters/job-store';
import type { JobHints } from '../job-hints';
import { type JobOutcome, jobOutcome } from './job-outcome';
import type { JobRow } from '../job-row';
import { type JobHandler, type JobRun, type JobStop, JobStopped } from './job-run';
import type { JobTiming } from '../job-timing';
import { ProgressWriter } from './progress-writer';

export interface JobExecutionParts {
  readonly store: JobStore;
  readonly hints: JobHints;
  readonly timing: JobTiming;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Milliseconds of a clock that never jumps. */
  readonly now: () => number;
}

/** One run of a claimed job: keeps its lease alive, runs the handler, turns how it ended into an outcome. */
export class JobExecution {
  private readonly abort = new AbortController();
  private stopped: JobStop | null = null;
  private renewedAt: number;
  private timer: NodeJS.Timeout | undefined;
  private readonly trace: TraceStep;
  private readonly writer: ProgressWriter;

  constructor(
    private readonly row: JobRow,
    private readonly parts: JobExecutionParts,
  ) {
    this.renewedAt = parts.now();
    this.trace = nextStep(row.traceparent);
    this.writer = new ProgressWriter(parts.timing.progressMs, async (progress) => {
      await parts.store.progress(row.id, row.fence, progress);
      parts.hints.changed(row.id);
    });
  }

  async run(handler: JobHandler): Promise<JobOutcome> {
    this.beatLater();
    try {
      const value = await settle(handler, this.view());
      await this.writer.flush();
      this.logUnforeseen(value);
      const { attempt, max_attempts: maxAttempts, created_at } = this.row;
      const ageMs = Date.now() - created_at.getTime();
      return jobOutcome({
        stopped: this.stopped,
        value,
        attempt,
        maxAttempts,
        ageMs,
        patienceMs: this.parts.timing.patienceMs,
        traceId: this.trace.traceId,
      });
    } finally {
      clearTimeout(this.timer);
      this.timer = undefined;
    }
  }

  /** Fires the handler's signal. The first reason stands. */
  stop(why: JobStop): void {
    if (this.stopped !== null) return;
    this.stopped = why;
    this.abort.abort(new JobStopped(why));
  }

  /** Renews the lease and reads whether the job was cancelled or taken over. */
  async beat(): Promise<void> {
    const sentAt = this.parts.now();
    try {
      const answer = await this.parts.store.renew(this.row.id, this.row.fence);
      if (answer === null) this.stop('lost');
      else this.renewedAt = sentAt;
      if (answer?.cancelRequested === true) this.stop('cancelled');
    } catch {
      // Postgres is away: the lease runs out there too, and then the job may be somebody else's.
      if (this.parts.now() - this.renewedAt > this.parts.timing.leaseMs) this.stop('lost');
    }
  }

  private beatLater(): void {
    this.timer = setTimeout(() => {
      void this.beat().finally(() => {
        if (this.timer !== undefined) this.beatLater();
      });
    }, this.parts.timing.heartbeatMs);
  }

  private view(): JobRun {
    const { id, kind, payload, principal, principal_grant: grant, attempt, fence } = this.row;
    return {
      id,
      job: id,
      kind,
      payload,
      principal,
      ...(grant === null ? {} : { grant }),
      attempt,
      fence,
      ...this.trace,
      signal: this.abort.signal,
      progress: (done, total, message = '', detail) =>
        this.writer.put({ done, total, message, ...(detail === undefined ? {} : { detail }) }),
    };
  }

  private logUnforeseen(value: Awaited<ReturnType<typeof settle>>): void {
    if (value.ok || this.stopped !== null) return;
    this.parts.logger.warn(
      {
        err: value.error,
        trace_id: this.trace.traceId,
        job: this.row.id,
        kind: this.row.kind,
        attempt: this.row.attempt,
      },
      'a run of a job failed',
    );
  }
}

async function settle(
  handler: JobHandler,
  run: JobRun,
): Promise<{ readonly ok: true; readonly result: Json } | { readonly ok: false; readonly error: unknown }> {
  try {
    return { ok: true, result: await handler(run) };
  } catch (error) {
    return { ok: false, error };
  }
}
