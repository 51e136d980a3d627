import type { Worker } from '../worker';
import type { WorkerFolder } from '../worker-folder';

export interface SlotOptions<Work> {
  /** A worker is replaced after this many pieces of work, or when it uses more memory than this. */
  readonly recycleAfter: number;
  readonly recycleRssBytes: number;
  start(folder: WorkerFolder): Promise<Worker<Work>>;
}

/** A slot for one worker: keeps a live one in it, with a folder that outlives it. */
export class WorkerSlot<Work> {
  private worker: Promise<Worker<Work>> | null = null;
  private done = 0;
  private closed = false;

  constructor(
    readonly folder: WorkerFolder,
    private readonly options: SlotOptions<Work>,
  ) {}

  /** The worker, started when there is none. */
  async live(): Promise<Worker<Work>> {
    const current = await this.worker?.catch(() => null);
    if (current?.isAlive === true) return current;
    if (this.closed) throw new Error('the service is stopping');
    this.worker = this.options.start(this.folder);
    this.done = 0;
    return this.worker;
  }

  /** After a piece of work: leaves a worker ready for the next one, or starts one. */
  async renew(worker: Worker<Work>): Promise<void> {
    this.done += 1;
    if (worker.isAlive && this.done < this.options.recycleAfter && worker.rss < this.options.recycleRssBytes) return;
    worker.kill();
    this.worker = null;
    await this.folder.empty();
    if (!this.closed) this.live().catch(() => undefined);
  }

  /** The process id of the live worker, if it has a process. */
  async pid(): Promise<number | undefined> {
    const worker = await this.worker?.catch(() => null);
    return worker?.isAlive === true ? worker.pid : undefined;
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
