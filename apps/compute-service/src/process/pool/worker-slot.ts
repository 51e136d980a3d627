import type { Worker } from '../worker';
import type { WorkerFolder } from '../worker-folder';

export interface SlotOptions<Work> {
  /** A worker is replaced after this many pieces of work, or when it uses more memory than this. */
  readonly recycleAfter: number;
  readonly recycleRssBytes: number;
  /** A worker that may write this share of what a worker of its kind may write at most, and no more. */
  start(folder: WorkerFolder, share: number): Promise<Worker<Work>>;
}

/** A worker of a smaller share is kept until so many times as much is free: starting one takes longer than most work. */
const MUCH_MORE = 4;

/** A slot for one worker: keeps a live one in it, with a folder that outlives it. */
export class WorkerSlot<Work> {
  private worker: Promise<Worker<Work>> | null = null;
  private done = 0;
  private share = 1;
  private closed = false;

  constructor(
    readonly folder: WorkerFolder,
    private readonly options: SlotOptions<Work>,
  ) {}

  /**
   * A worker that may write at most this share of what its kind may. The one here is replaced when it may write more, or when
   * it has been held far below what is free again.
   */
  async live(share = this.share): Promise<Worker<Work>> {
    const current = await this.worker?.catch(() => null);
    if (current?.isAlive === true) {
      if (this.share <= share && share < MUCH_MORE * this.share) return current;
      await this.discard(current);
    }
    if (this.closed) throw new Error('the service is stopping');
    this.share = share;
    this.worker = this.options.start(this.folder, share);
    this.done = 0;
    return this.worker;
  }

  /** After a piece of work: leaves a worker ready for the next one, or starts one. */
  async renew(worker: Worker<Work>): Promise<void> {
    this.done += 1;
    if (worker.isAlive && this.done < this.options.recycleAfter && worker.rss < this.options.recycleRssBytes) return;
    await this.discard(worker);
    if (!this.closed) this.live().catch(() => undefined);
  }

  /** The process id of the live worker, if it has a process. */
  async pid(): Promise<number | undefined> {
    const worker = await this.worker?.catch(() => null);
    return worker?.isAlive === true ? worker.pid : undefined;
  }

  private async discard(worker: Worker<Work>): Promise<void> {
    worker.kill();
    this.worker = null;
    await this.folder.empty();
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.worker?.then(
      (worker) => worker.kill(),
      () => undefined,
    );
    await this.folder.remove();
  }
}
