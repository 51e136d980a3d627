import { Inject, Injectable } from '@nestjs/common';
import { PlatformMetrics, Readiness, watchDisk } from '@svc/platform';
import { Gauge } from 'prom-client';
import { type SharedWarehouse, WAREHOUSE } from '../warehouse';

/** What an operator sees of the disk of the warehouse. */
@Injectable()
export class StorageGauges {
  constructor(@Inject(WAREHOUSE) warehouse: SharedWarehouse, metrics: PlatformMetrics, readiness: Readiness) {
    watchDisk(readiness, metrics, () => warehouse.floor.report());
    new Gauge({
      name: 'svc_answer_bytes',
      help: 'Bytes of answers that wait to be fetched, and how many may',
      labelNames: ['part'],
      registers: [metrics.registry],
      async collect() {
        const found = await warehouse.results.total().catch(() => null);
        if (found === null) return;
        this.set({ part: 'used' }, found.used);
        this.set({ part: 'limit' }, found.limit);
      },
    });
  }
}
