import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@svc/platform';
import type { Damage } from '@svc/warehouse';
import type { Logger } from 'pino';
import { type SharedWarehouse, WAREHOUSE } from '../warehouse';

/** Reports each damaged object once, whichever process found it, and once that it is repaired. */
@Injectable()
export class DamageAlarm {
  private known = new Map<string, Damage>();

  constructor(
    @Inject(WAREHOUSE) private readonly warehouse: Pick<SharedWarehouse, 'damages'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'error' | 'info'>,
  ) {}

  /** How many objects are damaged now. */
  async look(): Promise<number> {
    const damages = new Map((await this.warehouse.damages()).map((damage) => [damage.object, damage]));
    for (const [object, { foundAt, detail }] of damages)
      if (!this.known.has(object))
        this.logger.error(
          { object, found_at: foundAt, detail },
          'a stored object is damaged and refused everywhere; store the same content again, or restore it from a backup',
        );
    for (const object of this.known.keys())
      if (!damages.has(object)) this.logger.info({ object }, 'a damaged object was repaired');
    this.known = damages;
    return damages.size;
  }
}
