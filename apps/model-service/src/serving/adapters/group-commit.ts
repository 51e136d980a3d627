import { ProblemError } from '@svc/contracts';

interface Waiting<T> {
  readonly item: T;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Writes under way at once: while one waits for the disk, the next is collected or sent. */
const WRITERS = 2;
const MAX_BATCH = 200;

/**
 * Makes items durable in batches: an item is written at once while a writer is free, else together with all that came meanwhile.
 * Each caller is told when its own item is durable.
 */
export class GroupCommit<T> {
  private waiting: Waiting<T>[] = [];
  private writers = 0;

  constructor(private readonly write: (batch: readonly T[]) => Promise<void>) {}

  /** Rejects if the item was not written. */
  add(item: T): Promise<void> {
    return new Promise((done, failed) => {
      this.waiting.push({ item, done, failed });
      if (this.writers < WRITERS) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.writers += 1;
    for (let batch = this.waiting.splice(0, MAX_BATCH); batch.length > 0; batch = this.waiting.splice(0, MAX_BATCH))
      await this.commit(batch);
    this.writers -= 1;
  }

  private async commit(batch: readonly Waiting<T>[]): Promise<void> {
    try {
      await this.write(batch.map((it) => it.item));
      for (const { done } of batch) done();
    } catch (error) {
      const away = error instanceof ProblemError;
      // One that cannot be stored must not fail the others.
      if (batch.length > 1 && !away) for (const one of batch) await this.commit([one]);
      else for (const { failed } of batch) failed(error);
    }
  }
}
