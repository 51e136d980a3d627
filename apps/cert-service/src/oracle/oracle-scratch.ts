import { rm } from 'node:fs/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, type Clock, LOGGER } from '@svc/platform';
import { sweepProcessFolders } from '@svc/runner';
import type { Logger } from 'pino';
import { ORACLE_SETTINGS, type OracleSettings } from './oracle-process';

const EVERY_MS = 600_000;

/** Manages the folder in which oracle processes find their rows, and removes leftovers of services that were killed. */
@Injectable()
export class OracleScratch implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly folder: string | null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(ORACLE_SETTINGS) { walls }: OracleSettings,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.folder = walls?.scratch ?? null;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.sweep();
    this.timer = setInterval(() => void this.sweep(), EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    if (this.folder !== null) await rm(this.folder, { recursive: true, force: true });
  }

  private async sweep(): Promise<void> {
    if (this.folder === null) return;
    await sweepProcessFolders(this.folder, this.clock.now()).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'scratch of services that ended could not be removed; next try in ten minutes'),
    );
  }
}
