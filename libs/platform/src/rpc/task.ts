import { ProblemError } from '@svc/contracts';

/** A timer holds 32 bits; a deadline further away than this is far enough. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** One call being answered: it can be stopped by its deadline, its caller or the service's end, whichever comes first. */
export class Task {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private whenStopped: (reason: ProblemError) => void = () => undefined;

  constructor(readonly deadline: number) {
    this.timer = setTimeout(() => this.stop(deadlineExceeded()), Math.min(deadline - Date.now(), MAX_TIMER_MS));
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Rejects with the reason as soon as the task is stopped, whether or not `work` notices. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.whenStopped = reject;
      work.then(resolve, reject);
    });
  }

  /** Aborts the handler's signal; `reason` is what the caller is told. */
  stop(reason: ProblemError): void {
    if (this.controller.signal.aborted) return;
    this.controller.abort(reason);
    this.whenStopped(reason);
  }

  /** Call when the work has really ended. */
  end(): void {
    clearTimeout(this.timer);
  }
}

export function deadlineExceeded(): ProblemError {
  return new ProblemError('deadline-exceeded', 'There was no answer in time; the call may still have taken effect.', {
    retryAfter: 1,
  });
}
