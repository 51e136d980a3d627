import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@svc/platform';
import { type SharedWarehouse, WAREHOUSE } from '../warehouse';
import { SCRUB_PROGRESS, type ScrubProgress, type ScrubState } from './scrub.ports';

export interface ScrubOptions {
  /** Bytes read per second at most, averaged over a piece of a file. */
  readonly bytesPerSecond: number;
  /** From the end of one pass to the start of the next. */
  readonly restMs: number;
}
export const SCRUB = Symbol('Scrub');

/** Progress is saved, and the lease renewed, at least this often while bytes arrive. */
const KEEP_EVERY_MS = 10_000;

/** Another replica has the lease by now: this one was frozen or disconnected for long. */
class TurnLost extends Error {
  override readonly name = 'TurnLost';
}

/**
 * Reads every stored object once a day, slowly, one replica at a time, resuming where the last one stopped. Damaged
 * objects go to quarantine; nothing else would detect silent corruption on disk.
 */
@Injectable()
export class ScrubObjects {
  private readonly holder = randomUUID();

  constructor(
    @Inject(WAREHOUSE) private readonly warehouse: Pick<SharedWarehouse, 'names' | 'scrub'>,
    @Inject(SCRUB_PROGRESS) private readonly progress: ScrubProgress,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SCRUB) private readonly options: ScrubOptions,
  ) {}

  /** Continues the pass until its end or `stop`, if this replica has the lease and a pass is due. Returns the bytes read. */
  async run(stop: AbortSignal, onRead: (bytes: number) => void = () => undefined): Promise<number> {
    const begun = await this.progress.take(this.holder);
    if (begun === null) return 0;
    if (begun.cursor === null && !this.isDue(begun)) {
      await this.progress.leave(this.holder, begun);
      return 0;
    }
    let state = begun;
    let read = 0;
    let kept = this.clock.now().getTime();
    const pace = async (bytes: number): Promise<void> => {
      read += bytes;
      onRead(bytes);
      await delay((bytes / this.options.bytesPerSecond) * 1000, undefined, { signal: stop });
      if (this.clock.now().getTime() - kept < KEEP_EVERY_MS) return;
      kept = this.clock.now().getTime();
      if (!(await this.progress.keep(this.holder, state))) throw new TurnLost();
    };
    try {
      for await (const object of this.warehouse.names(begun.cursor)) {
        stop.throwIfAborted();
        await this.warehouse.scrub(object, pace);
        state = { ...state, cursor: object };
      }
      state = { cursor: null, endedAt: this.clock.now() };
    } catch (error) {
      if (!stop.aborted && !(error instanceof TurnLost)) throw error;
    } finally {
      await this.progress.leave(this.holder, state);
    }
    return read;
  }

  private isDue({ endedAt }: ScrubState): boolean {
    return endedAt === null || endedAt.getTime() + this.options.restMs <= this.clock.now().getTime();
  }
}
