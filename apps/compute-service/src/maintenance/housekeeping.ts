import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Clock, CLOCK, LOGGER, PeriodicTask } from '@svc/platform';
import type { Logger } from 'pino';
import { sweepProcessFolders } from '@svc/runner';
import { QUERY_LOG, type QueryLog } from '../query/query.ports';
import { type SharedWarehouse, WAREHOUSE } from '../warehouse';

export interface HousekeepingOptions {
  /** This process's own folder; its siblings belong to other replicas. */
  readonly scratch: string;
  readonly queryLogDays: number;
}
export const HOUSEKEEPING = Symbol('Housekeeping');

const EVERY_MS = 600_000;
const DAY_MS = 24 * 3_600_000;

/** Removes, at start and every ten minutes, what is no longer needed: forgotten uploads, expired results, old records, folders of dead replicas. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new PeriodicTask({
    everyMs: EVERY_MS,
    run: () => this.run(),
    failed: (error) => this.logger.warn({ err: error }, 'housekeeping failed; next try in ten minutes'),
  });

  constructor(
    @Inject(WAREHOUSE) private readonly warehouse: Pick<SharedWarehouse, 'sweep'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(HOUSEKEEPING) private readonly options: HousekeepingOptions,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'info' | 'warn'>,
    @Inject(QUERY_LOG) private readonly queries: Pick<QueryLog, 'prune'>,
  ) {}

  onApplicationBootstrap(): void {
    // Also now: leftovers of a process that a full disk ended must not stop the next one.
    this.task.start({ atOnce: true });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  async run(): Promise<void> {
    const now = this.clock.now();
    const { staged, results } = await this.warehouse.sweep(now);
    const records = await this.queries.prune(new Date(now.getTime() - this.options.queryLogDays * DAY_MS));
    const folders = await sweepProcessFolders(this.options.scratch, now);
    this.logger.info({ staged, results, records, folders }, 'housekeeping done');
  }
}
