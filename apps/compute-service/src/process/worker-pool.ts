import { supervise, type Supervision, WorkStopped } from './supervise';
import type { VisibleFile, WorkerFolder } from './worker-folder';
import { WorkerDied, WorkFailed, type WorkerProcess } from './worker-process';

/** The queue is full: come back later. */
export class PoolOverloaded extends Error {
  override readonly name = 'PoolOverloaded';
}

export interface PoolOptions<Work> {
  readonly size: number;
  /** How many may wait; more are refused at once. */
  readonly queue: number;
  readonly graceMs: number;
  /** A worker is replaced after so many pieces of work, or when it holds more memory than this. */
  readonly recycleAfter: number;
  readonly recycleRssBytes: number;
  newFolder(): Promise<WorkerFolder>;
  start(folder: WorkerFolder): Promise<WorkerProcess<Work>>;
}

export interface PoolRequest<Work> extends Omit<Supervision, 'graceMs'> {
  /** The files this work may read; the worker sees no others. */
  readonly files: readonly VisibleFile[];
  work(folder: WorkerFolder): Work;
}

interface Slot<Work> {
  readonly folder: WorkerFolder;
  worker: Promise<WorkerProcess<Work>> | null;
  done: number;
}

/** A fixed number of worker processes with a bounded queue before them; it heals itself whatever kills them. */
export class WorkerPool<Work> {
  private readonly idle: Slot<Work>[] = [];
  private readonly all: Slot<Work>[] = [];
  private readonly waiting: ((slot: Slot<Work>) => void)[] = [];
  private closed = false;

  private constructor(private readonly options: PoolOptions<Work>) {}

  /** Starts every worker, so that a host where none can start says so at boot. */
  static async open<Work>(options: PoolOptions<Work>): Promise<WorkerPool<Work>> {
    const pool = new WorkerPool<Work>(options);
    for (let n = 0; n < options.size; n += 1) pool.all.push({ folder: await options.newFolder(), worker: null, done: 0 });
    pool.idle.push(...pool.all);
    const started = await Promise.allSettled(pool.all.map((slot) => pool.workerOf(slot)));
    const failed = started.find((one) => one.status === 'rejected');
    if (failed === undefined) return pool;
    await pool.close();
    throw failed.reason;
  }

  /** Pieces of work under way and waiting. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.all.length - this.idle.length, waiting: this.waiting.length };
  }

  /** Process ids of the live workers. */
  async pids(): Promise<number[]> {
    const workers = await Promise.all(this.all.map(async (slot) => slot.worker));
    return workers.flatMap((worker) => (worker?.isAlive === true && worker.pid !== undefined ? [worker.pid] : []));
  }

  /**
   * Runs one piece of work. When its worker dies without our doing it is run once more on a fresh one, which is safe
   * because work only reads, or writes to a new file; `take` gets the answer while the worker's files are still there.
   */
  async run<Answer>(request: PoolRequest<Work>, take: (answer: unknown, folder: WorkerFolder) => Promise<Answer> | Answer): Promise<Answer> {
    const slot = await this.acquire(request.signal);
    try {
      return await this.attempt(slot, request, take).catch((error: unknown) => {
        if (!isCrash(error)) throw error;
        return this.attempt(slot, request, take);
      });
    } finally {
      this.release(slot);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const slot of this.all) {
      await slot.worker?.then((worker) => worker.kill(), () => undefined);
      await slot.folder.remove();
    }
  }

  private async attempt<Answer>(slot: Slot<Work>, request: PoolRequest<Work>, take: (answer: unknown, folder: WorkerFolder) => Promise<Answer> | Answer): Promise<Answer> {
    const worker = await this.workerOf(slot);
    await slot.folder.show(request.files);
    try {
      const answer = await supervise(worker, request.work(slot.folder), { timeoutMs: request.timeoutMs, signal: request.signal, graceMs: this.options.graceMs });
      return await take(answer, slot.folder);
    } catch (error) {
      // After an internal error the engine refuses everything, so its process has to go.
      if (isCrash(error)) worker.kill();
      throw error;
    } finally {
      slot.done += 1;
      await this.renew(slot, worker);
    }
  }

  /** Leaves a slot with a worker fit for the next request, or none: then the next request starts one. */
  private async renew(slot: Slot<Work>, worker: WorkerProcess<Work>): Promise<void> {
    if (worker.isAlive && slot.done < this.options.recycleAfter && worker.rss < this.options.recycleRssBytes) return;
    worker.kill();
    slot.worker = null;
    slot.done = 0;
    await slot.folder.empty();
    if (!this.closed) this.workerOf(slot).catch(() => undefined);
  }

  private async workerOf(slot: Slot<Work>): Promise<WorkerProcess<Work>> {
    const current = await slot.worker?.catch(() => null);
    if (current?.isAlive === true) return current;
    if (this.closed) throw new Error('the service is stopping');
    slot.worker = this.options.start(slot.folder);
    slot.done = 0;
    return slot.worker;
  }

  private acquire(signal: AbortSignal): Promise<Slot<Work>> {
    const free = this.idle.pop();
    if (free !== undefined) return Promise.resolve(free);
    if (this.waiting.length >= this.options.queue) return Promise.reject(new PoolOverloaded('every worker is busy and the queue is full'));
    return new Promise((resolve, reject) => {
      const give = (slot: Slot<Work>): void => {
        signal.removeEventListener('abort', leave);
        resolve(slot);
      };
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(give), 1);
        reject(new WorkStopped('cancelled'));
      };
      this.waiting.push(give);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  private release(slot: Slot<Work>): void {
    const next = this.waiting.shift();
    if (next === undefined) this.idle.push(slot);
    else next(slot);
  }
}

function isCrash(error: unknown): boolean {
  return error instanceof WorkerDied || (error instanceof WorkFailed && error.failure.code === 'broken');
}
