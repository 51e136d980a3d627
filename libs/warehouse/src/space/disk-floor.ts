import { statfs } from 'node:fs/promises';
import { WarehouseError } from '../warehouse-error';
import type { WorkArea } from './work-area';

/** Size of a file system in bytes: total, and free for processes that are not root. */
export interface DiskSpace {
  readonly size: number;
  readonly free: number;
}

/** Asks the file system on which a folder lies. */
export type MeasureDisk = (folder: string) => Promise<DiskSpace>;

export async function measureDisk(folder: string): Promise<DiskSpace> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return { size: blocks * bsize, free: bavail * bsize };
}

const MiB = 1024 ** 2;
const UNITS: Readonly<Record<string, number>> = { KiB: 1024, MiB, GiB: 1024 ** 3, TiB: 1024 ** 4 };
const RESERVE = /^(\d{1,15}(?:\.\d{1,6})?)(%|KiB|MiB|GiB|TiB)?$/;
/** A share of a small disk is not enough for Postgres, whose log grows by 16 MiB at a time; a share of a large one is too much. */
const MIN_SHARE_BYTES = 64 * MiB;
const MAX_SHARE_BYTES = 4 * 1024 * MiB;
export const DEFAULT_RESERVE = '5%';

/** How many bytes of a disk of that size a reserve keeps free: `2GiB`, `512MiB`, a number of bytes, or `5%` (64 MiB to 4 GiB). */
export function reservedBytes(reserve: string, size: number): number {
  const [, number, unit] = RESERVE.exec(reserve) ?? [];
  if (number === undefined)
    throw new WarehouseError('bad-name', `"${reserve}" is not a valid reserve; write 2GiB, 512MiB or 5%.`);
  if (unit !== '%') return Math.round(Number(number) * (UNITS[unit ?? ''] ?? 1));
  return Math.round(Math.min(MAX_SHARE_BYTES, Math.max(MIN_SHARE_BYTES, (size * Number(number)) / 100)));
}

/** True for a text that {@link reservedBytes} takes. */
export function isReserve(text: string): boolean {
  return RESERVE.test(text);
}

/** The disk as an operator sees it. */
export interface DiskReport extends DiskSpace {
  readonly reserve: number;
}

/**
 * The reserve of a disk: the space below it is for Postgres, the audit log and logs. Everything that writes much
 * asks here before it starts and again while it writes, so that it is refused, or stopped, while those still work; and
 * likewise once all running work together reaches its budget.
 */
export class DiskFloor {
  constructor(
    private readonly folder: string,
    private readonly reserve: string = DEFAULT_RESERVE,
    private readonly measure: MeasureDisk = measureDisk,
    private readonly work: Pick<WorkArea, 'usage'> | null = null,
  ) {}

  async report(): Promise<DiskReport> {
    const space = await this.measure(this.folder);
    return { ...space, reserve: reservedBytes(this.reserve, space.size) };
  }

  /** Bytes that may be written before the reserve or the budget of all work is reached; negative beyond. */
  async room(): Promise<number> {
    const [{ free, reserve }, work] = await Promise.all([this.report(), this.work?.usage() ?? null]);
    return Math.min(free - reserve, work === null ? Infinity : work.limit - work.used);
  }

  /** Rejects with `no-space` if writing so many bytes would use the reserve or exceed the budget of all work. */
  async require(bytes = 0): Promise<void> {
    if ((await this.room()) > bytes) return;
    throw new WarehouseError(
      'no-space',
      'The disk is full except for the reserve that keeps the service alive, or the work under way takes as much of it as it may.',
    );
  }
}
