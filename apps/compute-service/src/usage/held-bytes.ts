import { Inject, Injectable } from '@nestjs/common';
import { allocatedBytes } from '@svc/warehouse';
import { type SharedWarehouse, WAREHOUSE } from '../warehouse';

/** The folder of the logs of all processes, if it is on a disk that this service measures; else null. */
export const LOG_FOLDER = Symbol('LogFolder');

/** Measuring visits every stored file. */
const MEASURE_EVERY_MS = 60_000;

type Held = Readonly<Record<string, number>>;

/** The service's disk usage by kind, at most a minute old. */
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
