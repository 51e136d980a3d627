import { allocatedBytes, type DiskFloor } from '@svc/warehouse';
import { DiskGrants } from './disk-grants';

/** Why a writer is stopped: the reserve of the disk is reached, or the writer's own budget is. */
export type DiskStop = 'disk-full' | 'disk-budget';

export interface Watched {
  /** Files, and folders of files, to which the watched work writes. They may come and go. */
  readonly paths: readonly string[];
  /** Bytes that may lie there. */
  readonly budget: number;
}

const LOOK_EVERY_MS = 100;
/** Work that has written less is not what fills the disk. */
const NOTHING_BYTES = 256 * 1024;

/** Says how much running work may write, watches how much it does, and how much space the disk has left. */
export class DiskWatch {
  readonly grants: DiskGrants;

  constructor(
    private readonly floor: Pick<DiskFloor, 'room' | 'require'>,
    private readonly everyMs = LOOK_EVERY_MS,
  ) {
    this.grants = new DiskGrants(floor);
  }

  /** Rejects with `no-space` when no large work may start. */
  require(): Promise<void> {
    return this.floor.require();
  }

  /** Calls `stop` at most once. The returned function ends the watch. */
  watch(watched: Watched, stop: (why: DiskStop) => void): () => void {
    let timer: NodeJS.Timeout | undefined;
    let over = false;
    const look = async (): Promise<void> => {
      const why = await this.reason(watched).catch(() => null);
      if (over) return;
      if (why === null) later();
      else stop(why);
    };
    const later = (): void => {
      timer = setTimeout(() => void look(), this.everyMs);
    };
    later();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }

  private async reason({ paths, budget }: Watched): Promise<DiskStop | null> {
    const sizes = await Promise.all(paths.map((path) => allocatedBytes(path)));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (bytes > budget) return 'disk-budget';
    return bytes > NOTHING_BYTES && (await this.floor.room()) < 0 ? 'disk-full' : null;
  }
}
