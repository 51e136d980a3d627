import { ProblemError } from '@svc/contracts';
import { Piscina } from 'piscina';

/** A thread that nobody needs ends after this. */
const IDLE_MS = 60_000;
const MAX_WAITING = 32;
const MEMORY_MB = 512;

export interface WorkerThreadOptions {
  /** The compiled entry of the thread; its default export does one piece of work. */
  readonly program: string;
  /** Work that takes longer is stuck, and its thread is replaced. */
  readonly longestMs: number;
  /** What a caller is told when too many wait. */
  readonly busy: string;
  /** What a caller is told when the work failed or was stuck. */
  readonly failed: string;
}

/**
 * One thread, started on first use, for work of a good part of a second that must not hold up the service. It gets no
 * environment: it needs its input and no secret.
 */
export class WorkerThread<Input, Output> {
  readonly #pool: Piscina<Input, Output>;

  constructor(private readonly options: WorkerThreadOptions) {
    this.#pool = new Piscina({
      filename: options.program,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
  }

  /** Does one piece of work; throws `overloaded` when too many wait, `internal` when it failed, or the signal's reason. */
  async run(input: Input, signal: AbortSignal): Promise<Output> {
    signal.throwIfAborted();
    if (this.#pool.queueSize >= MAX_WAITING) throw new ProblemError('overloaded', this.options.busy, { retryAfter: 5 });
    // Not AbortSignal.timeout: Node 20 may collect one that only a combined signal looks at, before it fires.
    const stuck = new AbortController();
    const timer = setTimeout(() => {
      stuck.abort();
    }, this.options.longestMs);
    try {
      return await this.#pool.run(input, { signal: AbortSignal.any([signal, stuck.signal]) });
    } catch (error) {
      signal.throwIfAborted();
      throw new ProblemError('internal', this.options.failed, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
