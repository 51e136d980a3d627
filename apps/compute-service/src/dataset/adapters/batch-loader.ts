interface Waiting<Found> {
  readonly keys: readonly string[];
  resolve(found: ReadonlyMap<string, Found>): void;
  reject(error: unknown): void;
}

/**
 * Batches single lookups of many callers: those of one turn of the event loop, and those that arrive while a
 * lookup runs, share the next one. Nothing is cached: every answer comes from a lookup that began after the call.
 */
export class BatchLoader<Found> {
  private waiting: Waiting<Found>[] = [];
  private busy = false;

  constructor(private readonly look: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {}

  find(keys: readonly string[]): Promise<ReadonlyMap<string, Found>> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ keys, resolve, reject });
      if (!this.busy) this.begin();
    });
  }

  private begin(): void {
    this.busy = true;
    setImmediate(() => void this.run());
  }

  private async run(): Promise<void> {
    const batch = this.waiting.splice(0);
    try {
      const found = await this.look([...new Set(batch.flatMap(({ keys }) => keys))]);
      for (const one of batch) one.resolve(found);
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
    this.busy = false;
    if (this.waiting.length > 0) this.begin();
  }
}
