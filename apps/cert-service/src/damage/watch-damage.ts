import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER } from '@svc/platform';
import type { Warehouse } from '@svc/warehouse';
import type { Logger } from 'pino';
import { WAREHOUSE } from '../warehouse';
import { DAMAGE_REGISTER, type DamageRegister } from './damage.ports';

const EVERY_MS = 10_000;

/** Reports what any process found damaged, for as long as the service runs. */
@Injectable()
export class WatchDamage implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | null = null;

  constructor(
    @Inject(WAREHOUSE) private readonly warehouse: Pick<Warehouse, 'damages'>,
    @Inject(DAMAGE_REGISTER) private readonly register: DamageRegister,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  onApplicationBootstrap(): void {
    this.look();
    this.timer = setInterval(() => this.look(), EVERY_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private look(): void {
    this.looking ??= this.report().finally(() => {
      this.looking = null;
    });
  }

  private async report(): Promise<void> {
    try {
      await this.register.report(await this.warehouse.damages());
    } catch (error) {
      this.logger.warn({ err: error }, 'damaged objects could not be reported to the audit log; trying again');
    }
  }
}
