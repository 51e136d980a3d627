import { rm } from 'node:fs/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, PlatformMetrics } from '@svc/platform';
import { Counter, Gauge } from 'prom-client';
import type { Logger } from 'pino';
import type { AnyIngestWork } from '../ingest/ingest-work';
import type { WorkerPool } from '../process/pool/worker-pool';
import type { AnyQueryWork } from '../query-engine/query-work';

/** Every worker process of this service. */
export interface WorkerPools {
  readonly interactive: WorkerPool<AnyQueryWork>;
  readonly batch: WorkerPool<AnyQueryWork>;
  readonly ingest: WorkerPool<AnyIngestWork>;
  /** The folder in which they work. */
  readonly scratch: string;
}
export const WORKER_POOLS = Symbol('WorkerPools');

/** Watches the worker processes while the service runs, and stops them with it. */
@Injectable()
export class Workers implements OnApplicationShutdown {
  constructor(
    @Inject(WORKER_POOLS) private readonly pools: WorkerPools,
    metrics: PlatformMetrics,
    @Inject(LOGGER) logger: Pick<Logger, 'warn'>,
  ) {
    const { interactive, batch, ingest } = pools;
    const crashes = new Counter({
      name: 'svc_worker_crashes_total',
      help: 'Worker processes that ended or broke at their work, by pool',
      labelNames: ['pool'],
      registers: [metrics.registry],
    });
    for (const [pool, workers] of Object.entries({ interactive, batch, ingest })) {
      crashes.inc({ pool }, 0);
      workers.onCrash((why) => {
        crashes.inc({ pool });
        logger.warn({ err: why, pool }, 'a worker ended at its work, which is done once more');
      });
    }
    new Gauge({
      name: 'svc_worker_load',
      help: 'Work in worker processes and before them, by pool',
      labelNames: ['pool', 'state'],
      registers: [metrics.registry],
      collect() {
        for (const [pool, { load }] of Object.entries({ interactive, batch, ingest })) {
          this.set({ pool, state: 'running' }, load.running);
          this.set({ pool, state: 'waiting' }, load.waiting);
        }
      },
    });
  }

  /** After the last call and the last job. */
  async onApplicationShutdown(): Promise<void> {
    const { interactive, batch, ingest, scratch } = this.pools;
    await Promise.all([interactive, batch, ingest].map((pool) => pool.close()));
    await rm(scratch, { recursive: true, force: true });
  }
}
