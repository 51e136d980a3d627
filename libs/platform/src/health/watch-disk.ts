import { Gauge } from 'prom-client';
import type { PlatformMetrics } from '../metrics/platform-metrics';
import type { Readiness } from './readiness';

/** A disk in bytes: total, free, and the reserve for Postgres, the audit log and logs. */
export interface DiskState {
  readonly size: number;
  readonly free: number;
  readonly reserve: number;
}

/**
 * Shows a disk in `/metrics` and, once its reserve is reached, in `/health/ready`: the service then works, but refuses
 * large writes.
 */
export function watchDisk(readiness: Readiness, metrics: PlatformMetrics, report: () => Promise<DiskState>): void {
  readiness.register({
    name: 'disk',
    degrades: true,
    check: async () => {
      const { free, reserve } = await report();
      if (free <= reserve) throw new Error('the disk is full except for its reserve');
    },
  });
  new Gauge({
    name: 'svc_disk_bytes',
    help: 'The disk of the warehouse: its size, what is free, and what of that is reserved',
    labelNames: ['part'],
    registers: [metrics.registry],
    async collect() {
      const found = await report().catch(() => null);
      if (found === null) return;
      for (const part of ['size', 'free', 'reserve'] as const) this.set({ part }, found[part]);
    },
  });
}
