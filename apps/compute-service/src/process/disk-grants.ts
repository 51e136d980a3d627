import type { DiskFloor } from '@svc/warehouse';

/** What one piece of work may write. */
export interface DiskGrant {
  /** 1 for all that was asked for, or a half, a quarter and so on of it. */
  readonly share: number;
  /** Gives it back, once what was written is removed or counted by the file system. */
  release(): void;
}

/** Always granted, so that small statements run however full the disk is. */
const MIN_BYTES = 512 * 1024;

/**
 * Divides the space above the reserve among running work, before any of it writes. A look at the disk now and then is too
 * late for a fast disk: what is granted here together is never more than there is, so no look is needed to keep the reserve.
 */
export class DiskGrants {
  private granted = 0;

  constructor(private readonly floor: Pick<DiskFloor, 'room'>) {}

  /** Grants these bytes, halved until they fit beside what others were granted. */
  async take(bytes: number): Promise<DiskGrant> {
    const room = await this.floor.room();
    // From here to the end nothing else runs, so two callers cannot be granted the same bytes.
    const share = shareThatFits(bytes, Math.max(MIN_BYTES, room - this.granted));
    const mine = bytes * share;
    this.granted += mine;
    return {
      share,
      release: () => {
        this.granted -= mine;
      },
    };
  }
}

function shareThatFits(bytes: number, free: number): number {
  return bytes <= free ? 1 : 2 ** Math.floor(Math.log2(free / bytes));
}
