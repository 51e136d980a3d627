import { rm } from 'node:fs/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, PlatformMetrics } from '@svc/platform';
import { Counter, Gauge } from 'prom-client';
import type { Logger } from 'pino';
import { SCRATCH } from '../scratch';
import type { WorkerPool } from './pool/worker-pool';

type WatchedPool = Pick<WorkerPool<never>, 'load' | 'onCrash' | 'close'>;

/** Watches the worker processes of every pool while the service runs, and stops them with it. */
@Injectable()
export class Workers implements OnApplicationShutdown {
  private readonly pools = new Map<string, WatchedPool>();
  private readonly crashes: Counter;

  constructor(
    @Inject(SCRATCH) private readonly scratch: string,
    metrics: PlatformMetrics,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.crashes = new Counter({
      name: 'svc_worker_crashes_total',
      help: 'Worker processes that ended or broke at their work, by pool',
      labelNames: ['pool'],
      registers: [metrics.registry],
    });
    const { pools } = this;
    new Gauge({
      name: 'svc_worker_load',
      help: 'Work in worker processes and before them, by pool',
      labelNames: ['pool', 'state'],
      registers: [metrics.registry],
      collect() {
        for (const [pool, { load }] of pools) {
          this.set({ pool, state: 'running' }, load.running);
          this.set({ pool, state: 'waiting' }, load.waiting);
        }
      },
    });
  }

  /** From now on the pool is counted under this name, and closed with the service. */
  watch(name: string, pool: WatchedPool): void {
    this.pools.set(name, pool);
    this.crashes.inc({ pool: name }, 0);
    pool.onCrash((why) => {
      this.crashes.inc({ pool: name });
      this.logger.warn({ err: why, pool: name }, 'a worker died; its work is retried once');
    });
  }

  /** After the last call and the last job. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
    await rm(this.scratch, { recursive: true, force: true });
  }
}
