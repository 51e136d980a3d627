import { type Clock, PeriodicTask } from '@svc/platform';

const WRITE_MS = 30_000;

/** When something was last used, by id: noted on every request, written every half minute and on shutdown. */
export class NotedTimes {
  private times = new Map<string, Date>();
  private readonly writing = new PeriodicTask({
    everyMs: WRITE_MS,
    run: () => this.flush(),
    failed: () => undefined,
  });

  constructor(
    private readonly clock: Clock,
    private readonly write: (times: ReadonlyMap<string, Date>) => Promise<void>,
  ) {}

  start(): void {
    this.writing.start();
  }

  async stop(): Promise<void> {
    await this.writing.stop();
    await this.flush();
  }

  note(id: string): void {
    this.times.set(id, this.clock.now());
  }

  /** When it fails, the times are kept for the next attempt; newer ones win. */
  private async flush(): Promise<void> {
    if (this.times.size === 0) return;
    const times = this.times;
    this.times = new Map();
    await this.write(times).catch(() => {
      this.times = new Map([...times, ...this.times]);
    });
  }
}
