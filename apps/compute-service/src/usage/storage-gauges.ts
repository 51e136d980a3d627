import { Inject, Injectable } from '@nestjs/common';
import { PlatformMetrics, Readiness, watchDisk } from '@svc/platform';
import { Gauge } from 'prom-client';
import { type SharedWarehouse, WAREHOUSE } from '../warehouse';

interface Reading {
  readonly used: number;
  readonly limit: number;
}

/** Metrics of the warehouse's disk, for operators. */
@Injectable()
export class StorageGauges {
  constructor(@Inject(WAREHOUSE) warehouse: SharedWarehouse, metrics: PlatformMetrics, readiness: Readiness) {
    watchDisk(readiness, metrics, () => warehouse.floor.report());
    const gauge = (name: string, help: string, read: () => Promise<Reading>): Gauge =>
      new Gauge({
        name,
        help,
        labelNames: ['part'],
        registers: [metrics.registry],
        async collect() {
          const found = await read().catch(() => null);
          if (found === null) return;
          this.set({ part: 'used' }, found.used);
          this.set({ part: 'limit' }, found.limit);
        },
      });
    gauge('svc_answer_bytes', 'Bytes of answers that wait to be fetched, and how many may', () =>
      warehouse.results.total(),
    );
    gauge('svc_work_bytes', 'Bytes used by running work (staged, spilled or scratch files), and their limit', () =>
      warehouse.work.usage(),
    );
  }
}
