import type { JobProgress } from '@svc/contracts';

/** Merges a stream of progress reports into few writes; the newest wins. A failed write is let go: the next one says more. */
export class ProgressWriter {
  private newest: JobProgress | null = null;
  private writing: Promise<void> | null = null;

  constructor(
    private readonly intervalMs: number,
    private readonly write: (progress: JobProgress) => Promise<void>,
  ) {}

  put(progress: JobProgress): void {
    this.newest = progress;
    this.writing ??= this.drain();
  }

  /** Resolves when everything put so far is written. */
  async flush(): Promise<void> {
    const last = this.newest;
    this.newest = null;
    await this.writing;
    if (last !== null) await this.write(last).catch(() => undefined);
  }

  private async drain(): Promise<void> {
    while (this.newest !== null) {
      const progress = this.newest;
      this.newest = null;
      await this.write(progress).catch(() => undefined);
      if (this.newest !== null) await new Promise((resolve) => setTimeout(resolve, this.intervalMs));
    }
    this.writing = null;
  }
}
