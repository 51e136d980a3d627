import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER, PeriodicTask } from '@svc/platform';
import type { Warehouse } from '@svc/warehouse';
import type { Logger } from 'pino';
import { WAREHOUSE } from '../warehouse';
import { DAMAGE_REGISTER, type DamageRegister } from './damage.ports';

const EVERY_MS = 10_000;

/** Reports objects that any process found damaged, while the service runs. */
@Injectable()
export class WatchDamage implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new PeriodicTask({
    everyMs: EVERY_MS,
    run: async () => this.register.report(await this.warehouse.damages()),
    failed: (error) =>
      this.logger.warn({ err: error }, 'damaged objects could not be reported to the audit log; trying again'),
  });

  constructor(
    @Inject(WAREHOUSE) private readonly warehouse: Pick<Warehouse, 'damages'>,
    @Inject(DAMAGE_REGISTER) private readonly register: DamageRegister,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start({ atOnce: true });
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }
}
