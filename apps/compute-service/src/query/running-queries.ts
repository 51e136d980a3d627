import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';
import { CLOCK, type Clock } from '@svc/platform';
import type { OnProgress } from '../process/worker';
import type { RunningQuery } from './query-record';

interface Running {
  readonly caller: string;
  readonly statement: string;
  readonly startedAt: Date;
  readonly stop: AbortController;
  progress: number | null;
}

/** A statement about to run, and its caller. */
export interface NamedStatement {
  readonly id: string;
  readonly sql: string;
  readonly caller: string;
}

/** The statements that this process runs now, by the id that their callers know. */
@Injectable()
export class RunningQueries {
  private readonly running = new Map<string, Running>();

  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /** Runs `work` under an id; its signal fires when the caller disconnects and when somebody cancels the id. */
  async track<T>(
    { id, sql, caller }: NamedStatement,
    signal: AbortSignal,
    work: (signal: AbortSignal, onProgress: OnProgress) => Promise<T>,
  ): Promise<T> {
    if (this.running.has(id)) {
      const message = 'is the id of a statement that is running';
      throw new ProblemError('invalid-request', `The query_id ${message}; take another or none.`, {
        errors: [{ pointer: '/body/query_id', message }],
      });
    }
    const one: Running = {
      caller,
      statement: sql,
      startedAt: this.clock.now(),
      stop: new AbortController(),
      progress: null,
    };
    // Not AbortSignal.any: its garbage costs a seventh of a cached answer.
    const goneAway = (): void => one.stop.abort(signal.reason);
    if (signal.aborted) goneAway();
    signal.addEventListener('abort', goneAway, { once: true });
    this.running.set(id, one);
    try {
      return await work(one.stop.signal, (percent) => {
        one.progress = percent;
      });
    } finally {
      signal.removeEventListener('abort', goneAway);
      this.running.delete(id);
    }
  }

  /** Stops a statement of this caller; false when this process runs none by that id. */
  cancel(id: string, caller: string): boolean {
    const found = this.running.get(id);
    if (found === undefined || found.caller !== caller) return false;
    found.stop.abort();
    return true;
  }

  /** A statement of this caller that runs here; null when none does by that id. */
  find(id: string, caller: string): RunningQuery | null {
    const found = this.running.get(id);
    if (found === undefined || found.caller !== caller) return null;
    const { statement, startedAt, progress } = found;
    return { id, statement, startedAt, progress };
  }
}
