import { CallerPresence } from './caller-presence';
import type { DiskWatch } from '../disk-watch';
import { FairQueue } from './fair-queue';
import { supervise, type Supervision, WorkStopped } from './supervise';
import { type OnProgress, WorkerDied, WorkFailed } from '../worker';
import type { VisibleFile, WorkerFolder } from '../worker-folder';
import { type SlotOptions, WorkerSlot } from './worker-slot';

/** The queue is full: come back later. */
export class PoolOverloaded extends Error {
  override readonly name = 'PoolOverloaded';
}

export interface PoolOptions<Work> extends SlotOptions<Work> {
  readonly size: number;
  /** How many may wait; more are refused at once. */
  readonly queue: number;
  /** Maximum number of workers of one caller; all of them unless set. */
  readonly share?: number;
  readonly graceMs: number;
  /** How long a caller without running work waits while another holds several workers; then one of those gives way. */
  readonly patienceMs: number;
  newFolder(): Promise<WorkerFolder>;
  /** Grants and watches the disk usage of work; none where it does not matter. `most` is what a worker can write in full. */
  readonly disk?: { readonly watch: DiskWatch; readonly budget: number; readonly most: number } | undefined;
}

export interface PoolRequest<Work> extends Omit<Supervision, 'graceMs' | 'giveWay' | 'watchDisk'> {
  /** The caller: callers take turns, and none takes all workers from the others. */
  readonly caller: string;
  /** The files that this work may read; the worker sees no others. */
  readonly files: readonly VisibleFile[];
  readonly onProgress?: OnProgress | undefined;
  /** Bytes it may write, if less than the pool's limit. */
  readonly diskBytes?: number | undefined;
  work(folder: WorkerFolder): Work;
}

interface Held<Work> {
  readonly slot: WorkerSlot<Work>;
  readonly caller: string;
  readonly since: number;
  readonly giveWay: AbortController;
}

interface Waiting<Work> {
  readonly caller: string;
  /**
   * It gave way once, and starts only while nothing else of its caller runs. It is first in its queue, so until then that
   * caller holds one worker: otherwise each statement of a hostile caller would make its neighbours wait the full patience again.
   */
  readonly alone: boolean;
  give(slot: WorkerSlot<Work>): void;
  refuse(error: Error): void;
}

/** Failures after which a worker serves nobody else. */
const UNSAFE = ['out-of-memory', 'spill-full', 'no-space'];
const OVER_ITS_DISK = ['spill-full', 'file-too-large'];

type Take<Answer> = (answer: unknown, folder: WorkerFolder) => Promise<Answer> | Answer;

/** A fixed number of workers behind a bounded, fair queue; dead workers are replaced. */
export class WorkerPool<Work> {
  private readonly all: WorkerSlot<Work>[] = [];
  private readonly idle: WorkerSlot<Work>[] = [];
  private readonly held = new Set<Held<Work>>();
  private readonly waiting: FairQueue<Waiting<Work>>;
  private readonly presence = new CallerPresence(() => performance.now());
  /** Until the others for whom a worker is kept free count as absent. */
  private keeping: NodeJS.Timeout | null = null;
  private crashed: (why: unknown) => void = () => undefined;

  private constructor(private readonly options: PoolOptions<Work>) {
    this.waiting = new FairQueue(options.queue);
  }

  /** Starts every worker, so that a host where none can start reports it at boot. */
  static async open<Work>(options: PoolOptions<Work>): Promise<WorkerPool<Work>> {
    const pool = new WorkerPool<Work>(options);
    for (let n = 0; n < options.size; n += 1) pool.all.push(new WorkerSlot(await options.newFolder(), options));
    pool.idle.push(...pool.all);
    const started = await Promise.allSettled(pool.all.map((slot) => slot.live()));
    const failed = started.find((one) => one.status === 'rejected');
    if (failed === undefined) return pool;
    await pool.close();
    throw failed.reason;
  }

  /** Pieces of work that run and that wait. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.held.size, waiting: this.waiting.size };
  }

  /** Calls `listener` for every worker that ended, or broke, during work: the work is retried once, so its caller does not notice. */
  onCrash(listener: (why: unknown) => void): void {
    this.crashed = listener;
  }

  /** Process ids of the live workers. */
  async pids(): Promise<number[]> {
    const pids = await Promise.all(this.all.map((slot) => slot.pid()));
    return pids.filter((pid) => pid !== undefined);
  }

  /**
   * Runs one piece of work. When its worker dies by itself it is run once more on a fresh one, and when it has to
   * give way to another caller it is restarted later; both are safe because work only reads, or writes to a new file.
   * `take` gets the answer while the worker's files are still there.
   */
  async run<Answer>(request: PoolRequest<Work>, take: Take<Answer>): Promise<Answer> {
    for (let alone = false; ; alone = true) {
      const held = await this.acquire(request, alone);
      try {
        return await this.attempt(held, request, take).catch((error: unknown) => {
          if (!isCrash(error)) throw error;
          return this.attempt(held, request, take);
        });
      } catch (error) {
        if (!(error instanceof WorkStopped && error.reason === 'gave-way')) throw error;
      } finally {
        this.release(held);
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((slot) => slot.close()));
  }

  private async attempt<Answer>(held: Held<Work>, request: PoolRequest<Work>, take: Take<Answer>): Promise<Answer> {
    const { slot, giveWay } = held;
    const grant = await this.options.disk?.watch.grants.take(this.options.disk.most);
    try {
      return await this.work(slot, request, take, grant?.share ?? 1, giveWay.signal);
    } finally {
      grant?.release();
    }
  }

  private async work<Answer>(
    slot: WorkerSlot<Work>,
    request: PoolRequest<Work>,
    take: Take<Answer>,
    share: number,
    giveWay: AbortSignal,
  ): Promise<Answer> {
    const worker = await slot.live(share);
    await slot.folder.show(request.files);
    try {
      const { timeoutMs, signal, onProgress } = request;
      const answer = await supervise(
        worker,
        request.work(slot.folder),
        {
          timeoutMs,
          signal,
          graceMs: this.options.graceMs,
          giveWay,
          watchDisk: this.watchDisk(slot.folder, request.diskBytes),
        },
        onProgress,
      );
      return await take(answer, slot.folder);
    } catch (error) {
      if (isCrash(error)) this.crashed(error);
      // After an internal error the engine refuses everything, and after running out of memory the next work may fail too.
      if (isCrash(error) || UNSAFE.some((code) => failedAs(error, code))) worker.kill();
      throw share < 1 && OVER_ITS_DISK.some((code) => failedAs(error, code)) ? new WorkStopped('disk-share') : error;
    } finally {
      await slot.renew(worker);
    }
  }

  private watchDisk(folder: WorkerFolder, most = Infinity): Supervision['watchDisk'] {
    const { disk } = this.options;
    if (disk === undefined) return undefined;
    const watched = { paths: [folder.out, folder.spill], budget: Math.min(disk.budget, most) };
    return (stop) => disk.watch.watch(watched, stop);
  }

  private acquire({ caller, signal }: PoolRequest<Work>, alone: boolean): Promise<Held<Work>> {
    if (signal.aborted) return Promise.reject(new WorkStopped('cancelled'));
    this.presence.asked(caller);
    const free = alone || this.hasItsShare(caller) || this.leavesOne(caller) ? undefined : this.idle.pop();
    if (free !== undefined) return Promise.resolve(this.hold(free, caller));
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(patience);
        signal.removeEventListener('abort', leave);
      };
      const one: Waiting<Work> = {
        caller,
        alone,
        give: (slot) => {
          end();
          resolve(this.hold(slot, caller));
        },
        refuse: (error) => {
          end();
          reject(error);
        },
      };
      const leave = (): void => {
        this.waiting.remove(caller, one);
        one.refuse(new WorkStopped('cancelled'));
      };
      const patience = setTimeout(() => this.makeRoomFor(caller), this.options.patienceMs);
      signal.addEventListener('abort', leave, { once: true });
      this.enqueue(one);
    });
  }

  private enqueue(one: Waiting<Work>): void {
    if (one.alone) this.waiting.pushFront(one.caller, one);
    else this.waiting.push(one.caller, one)?.refuse(new PoolOverloaded('every worker is busy and the queue is full'));
    this.dispatch();
  }

  private hold(slot: WorkerSlot<Work>, caller: string): Held<Work> {
    const held = { slot, caller, since: performance.now(), giveWay: new AbortController() };
    this.held.add(held);
    return held;
  }

  private release(held: Held<Work>): void {
    this.held.delete(held);
    this.presence.ended(held.caller, performance.now() - held.since);
    this.idle.push(held.slot);
    this.dispatch();
  }

  private dispatch(): void {
    while (this.idle.length > 0) {
      const next = this.waiting.shift(
        (caller) => this.running(caller).length,
        (one) => this.mayStart(one),
      );
      const slot = next === undefined ? undefined : this.idle.pop();
      if (next === undefined || slot === undefined) return;
      next.give(slot);
    }
  }

  private mayStart({ caller, alone }: Waiting<Work>): boolean {
    if (this.hasItsShare(caller)) return false;
    return alone ? this.running(caller).length === 0 : !this.leavesOne(caller);
  }

  private hasItsShare(caller: string): boolean {
    return this.running(caller).length >= (this.options.share ?? this.options.size);
  }

  /**
   * A caller who has held all workers but one for long leaves that one to other active callers: otherwise each of their short
   * statements would wait for a long one, which ends before the patience does and takes the worker again before the next.
   */
  private leavesOne(caller: string): boolean {
    const { size } = this.options;
    const running = this.running(caller);
    if (size === 1 || running.length < size - 1) return false;
    const stay = this.presence.othersStay(caller);
    const since = Math.min(...running.map((one) => one.since));
    if (stay === 0 || !this.presence.isSlow(caller, performance.now() - since)) return false;
    this.keeping ??= setTimeout(() => {
      this.keeping = null;
      this.dispatch();
    }, stay).unref();
    return true;
  }

  private running(caller: string): Held<Work>[] {
    return [...this.held].filter((one) => one.caller === caller);
  }

  /** The caller with the most workers, if more than one, gives up the youngest. Work that arrives later gets its turn without. */
  private makeRoomFor(caller: string): void {
    if (this.running(caller).length > 0) return;
    const greedy = [...this.held].map((one) => this.running(one.caller)).sort((a, b) => b.length - a.length)[0] ?? [];
    if (greedy.length < 2) return;
    const youngest = greedy.sort((a, b) => b.since - a.since)[0];
    youngest?.giveWay.abort();
  }
}

function isCrash(error: unknown): boolean {
  return error instanceof WorkerDied || failedAs(error, 'broken');
}

function failedAs(error: unknown, code: string): boolean {
  return error instanceof WorkFailed && error.failure.code === code;
}
