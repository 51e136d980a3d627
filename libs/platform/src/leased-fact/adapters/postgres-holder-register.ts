import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { preparedRows } from '../../data/prepared-rows';
import { execute, queryRows } from '../../data/query-rows';
import type { HolderRegister } from '../holder-register';

const found = z.object({ found: z.number() });
const IS_ADMITTED = {
  name: 'svc-fact-holder',
  text: 'SELECT 1 AS found FROM fact_holder WHERE holder = $1 AND lapsed IS NULL',
};

/** Table `fact_holder` of the owner's schema. */
export class PostgresHolderRegister implements HolderRegister {
  constructor(private readonly source: DataSource) {}

  async admit(holder: string): Promise<void> {
    if ((await preparedRows(this.source, found, IS_ADMITTED, [holder])).length > 0) return;
    await execute(
      this.source,
      'INSERT INTO fact_holder (holder) VALUES ($1) ON CONFLICT (holder) DO UPDATE SET lapsed = NULL',
      [holder],
    );
  }

  async list(): Promise<readonly string[]> {
    const rows = await queryRows(this.source, z.object({ holder: z.string() }), 'SELECT holder FROM fact_holder');
    return rows.map((it) => it.holder);
  }

  async lapse(holders: readonly string[], mark: string): Promise<void> {
    await execute(this.source, 'UPDATE fact_holder SET lapsed = $2 WHERE holder = ANY($1)', [holders, mark]);
  }

  async forget(mark: string): Promise<void> {
    await execute(this.source, 'DELETE FROM fact_holder WHERE lapsed = $1', [mark]);
  }

  async leave(holder: string): Promise<void> {
    await execute(this.source, 'DELETE FROM fact_holder WHERE holder = $1', [holder]);
  }
}
