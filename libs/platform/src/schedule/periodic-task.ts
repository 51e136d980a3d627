export interface PeriodicTaskOptions {
  /** From the end of one round to the beginning of the next. */
  readonly everyMs: number;
  /** Rounds begin up to a quarter of `everyMs` sooner or later, so that replicas started together do not work together. */
  readonly spread?: boolean;
  /** One round. The signal fires when the task is stopped. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  /** Told of a round that failed; the next one comes all the same. */
  readonly failed: (error: unknown) => void;
}

/**
 * Work that a process does again and again while it lives: one round at a time, and never on the way of its end. Each
 * replica does it for itself; what only one of them may do stands under a {@link Lease}.
 */
export class PeriodicTask {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();

  constructor(private readonly options: PeriodicTaskOptions) {}

  /** The first round comes after `everyMs`, or at once. */
  start({ atOnce = false }: { readonly atOnce?: boolean } = {}): void {
    if (atOnce) this.begin();
    else this.wait();
  }

  /** Tells a round under way to stop and waits for its end; no other follows. */
  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.round;
  }

  private begin(): void {
    this.round = this.runOnce().finally(() => this.wait());
  }

  private wait(): void {
    if (this.stopping.signal.aborted) return;
    const { everyMs, spread = false } = this.options;
    this.timer = setTimeout(() => this.begin(), spread ? everyMs * (0.75 + Math.random() / 2) : everyMs).unref();
  }

  private async runOnce(): Promise<void> {
    try {
      await this.options.run(this.stopping.signal);
    } catch (error) {
      this.options.failed(error);
    }
  }
}
