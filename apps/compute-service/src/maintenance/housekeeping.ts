import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Clock, CLOCK, LOGGER } from '@svc/platform';
import type { Logger } from 'pino';
import { isOfDeadProcess } from './folder-of-process';
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

/** Removes, at the start and every ten minutes, what nobody will come for: forgotten uploads, expired results, old records, folders of dead replicas. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    @Inject(WAREHOUSE) private readonly warehouse: Pick<SharedWarehouse, 'sweep'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(HOUSEKEEPING) private readonly options: HousekeepingOptions,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'info' | 'warn'>,
    @Inject(QUERY_LOG) private readonly queries: Pick<QueryLog, 'prune'>,
  ) {}

  onApplicationBootstrap(): void {
    // Also now: what a process left that a full disk ended must not keep the next one from working.
    this.runQuietly();
    this.timer = setInterval(() => this.runQuietly(), EVERY_MS).unref();
  }

  beforeApplicationShutdown(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }

  private runQuietly(): void {
    this.run().catch((error: unknown) =>
      this.logger.warn({ err: error }, 'housekeeping failed; next try in ten minutes'),
    );
  }

  async run(): Promise<void> {
    const now = this.clock.now();
    const { staged, results } = await this.warehouse.sweep(now);
    const records = await this.queries.prune(new Date(now.getTime() - this.options.queryLogDays * DAY_MS));
    const folders = await this.sweepScratch(now);
    this.logger.info({ staged, results, records, folders }, 'housekeeping done');
  }

  /** A live replica touches its folder, so one that was not touched for a day is a dead one's; on this host that is seen at once. */
  private async sweepScratch(now: Date): Promise<number> {
    await mkdir(this.options.scratch, { recursive: true, mode: 0o700 });
    await utimes(this.options.scratch, now, now);
    const siblings = join(this.options.scratch, '..');
    let swept = 0;
    for (const name of await readdir(siblings)) {
      const path = join(siblings, name);
      const found = await stat(path).catch(() => null);
      if (found === null || (found.mtimeMs + DAY_MS >= now.getTime() && !isOfDeadProcess(name))) continue;
      await rm(path, { recursive: true, force: true });
      swept += 1;
    }
    return swept;
  }
}
