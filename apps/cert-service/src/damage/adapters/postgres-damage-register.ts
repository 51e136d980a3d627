import { Injectable } from '@nestjs/common';
import { execute, inTransaction, Outbox } from '@svc/platform';
import type { Damage } from '@svc/warehouse';
import { DataSource } from 'typeorm';
import { DAMAGE_FOUND } from '../announce-damage';
import type { DamageRegister } from '../damage.ports';

/** The table `damage` of the `cert` schema. */
@Injectable()
export class PostgresDamageRegister implements DamageRegister {
  constructor(
    private readonly source: DataSource,
    private readonly outbox: Outbox,
  ) {}

  async report(damages: readonly Damage[]): Promise<void> {
    if (damages.length === 0) return;
    await inTransaction(this.source, async (manager) => {
      for (const { object, foundAt, detail } of damages) {
        const added = await execute(
          manager,
          'INSERT INTO damage (object, found_at, detail) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
          [object, foundAt, detail],
        );
        if (added === 1)
          await this.outbox.add(manager, { topic: DAMAGE_FOUND, payload: { object, found_at: foundAt, detail } });
      }
    });
  }
}
