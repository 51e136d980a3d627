import { Inject, Injectable } from '@nestjs/common';
import { allocatedBytes } from '@svc/warehouse';
import { type SharedWarehouse, WAREHOUSE } from '../warehouse';

/** The folder of the logs of all processes, where it is on a disk that is ours to count; null elsewhere. */
export const LOG_FOLDER = Symbol('LogFolder');

/** Measuring looks at every stored file. */
const MEASURE_EVERY_MS = 60_000;

type Held = Readonly<Record<string, number>>;

/** What the service holds of the disk, by kind, as of a minute ago at most. */
@Injectable()
export class HeldBytes {
  private measured: { readonly held: Promise<Held>; readonly at: number } | null = null;

  constructor(
    @Inject(WAREHOUSE) private readonly warehouse: SharedWarehouse,
    @Inject(LOG_FOLDER) private readonly logs: string | null,
  ) {}

  async byKind(): Promise<Held> {
    const now = performance.now();
    if (this.measured === null || now - this.measured.at >= MEASURE_EVERY_MS)
      this.measured = { held: this.measure(), at: now };
    return this.measured.held;
  }

  private async measure(): Promise<Held> {
    const [stored, work, answers, logs] = await Promise.all([
      this.warehouse.bytesStored(),
      this.warehouse.work.byKind(),
      this.warehouse.results.total(),
      this.logs === null ? null : allocatedBytes(this.logs),
    ]);
    return { ...stored, answers: answers.used, ...work, ...(logs === null ? {} : { logs }) };
  }
}
