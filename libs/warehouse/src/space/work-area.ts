import { join } from 'node:path';
import { allocatedBytes } from './allocated-bytes';
import type { Gauge } from '../gauge';

/** Measuring visits every file in use. */
const MEASURE_EVERY_MS = 1_000;

export interface WorkBudget {
  /** Budget in bytes for all running work together. */
  readonly limit: number;
  /** Where processes work, when not in the folder `scratch` of the warehouse. */
  readonly scratch?: string | undefined;
}

/**
 * Disk used by running work: files on their way into the warehouse, and temporary files, of all processes that share
 * the folders.
 */
export class WorkArea {
  private measured: { readonly bytes: Promise<number>; readonly at: number } | null = null;

  constructor(
    private readonly root: string,
    private readonly budget: WorkBudget,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** By kind: `incoming` is being written, `staged` waits to be taken in, `scratch` holds spill and files of processes. */
  async byKind(): Promise<{ readonly incoming: number; readonly staged: number; readonly scratch: number }> {
    const [incoming, staged, scratch] = await Promise.all([
      allocatedBytes(join(this.root, 'incoming')),
      allocatedBytes(join(this.root, 'staged')),
      // A file with a second name there is a link to what is stored, and counted where that is.
      allocatedBytes(this.budget.scratch ?? join(this.root, 'scratch'), ({ nlink }) => nlink === 1),
    ]);
    return { incoming, staged, scratch };
  }

  /** As of a second ago at most. */
  async usage(): Promise<Gauge> {
    const now = this.clock();
    if (this.measured === null || now - this.measured.at >= MEASURE_EVERY_MS)
      this.measured = { at: now, bytes: this.byKind().then((it) => it.incoming + it.staged + it.scratch) };
    return { used: await this.measured.bytes, limit: this.budget.limit };
  }
}
