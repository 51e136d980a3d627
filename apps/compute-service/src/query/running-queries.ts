import { Injectable } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';

interface Running {
  readonly caller: string;
  readonly stop: AbortController;
}

/** The statements this process runs now, by the id their callers know. */
@Injectable()
export class RunningQueries {
  private readonly running = new Map<string, Running>();

  /** Runs `work` under an id; the signal it gets fires when the caller goes away and when somebody cancels the id. */
  async track<T>(id: string, caller: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.running.has(id)) {
      const message = 'is the id of a statement that is running';
      throw new ProblemError('invalid-request', `The query_id ${message}; take another or none.`, { errors: [{ pointer: '/body/query_id', message }] });
    }
    const stop = new AbortController();
    this.running.set(id, { caller, stop });
    try {
      return await work(AbortSignal.any([signal, stop.signal]));
    } finally {
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
}
