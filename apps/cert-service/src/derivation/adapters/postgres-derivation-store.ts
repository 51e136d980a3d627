import { Injectable } from '@nestjs/common';
import { derivation as served, manifest } from '@svc/contracts';
import { execute, queryRow, queryRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { DerivationStore, StoredDerivation } from '../derivation.ports';

const row = z
  .object({
    manifest,
    files: z.record(z.string(), z.string()),
    source: z.string(),
    origin: served.shape.origin,
    owner: z.string(),
    etag: z.string(),
    environment: z.string(),
    created_at: z.date(),
    updated_at: z.date(),
  })
  .transform(({ created_at, updated_at, ...rest }): StoredDerivation => ({ ...rest, createdAt: created_at, updatedAt: updated_at }));

const COLUMNS = 'manifest, files, source, origin, owner, etag, environment, created_at, updated_at';

/** Derivations in the `cert` schema. */
@Injectable()
export class PostgresDerivationStore implements DerivationStore {
  constructor(private readonly source: DataSource) {}

  find(name: string): Promise<StoredDerivation | null> {
    return queryRow(this.source, row, `SELECT ${COLUMNS} FROM derivation WHERE name = $1`, [name]);
  }

  async findAll(names: readonly string[]): Promise<StoredDerivation[]> {
    if (names.length === 0) return [];
    return queryRows(this.source, row, `SELECT ${COLUMNS} FROM derivation WHERE name = ANY($1)`, [names]);
  }

  page(after: string | null, limit: number): Promise<StoredDerivation[]> {
    return queryRows(this.source, row, `SELECT ${COLUMNS} FROM derivation WHERE $1::text IS NULL OR name > $1 ORDER BY name LIMIT $2`, [after, limit]);
  }

  async save(it: StoredDerivation, expected: string | null): Promise<boolean> {
    const values = [
      it.manifest.name, JSON.stringify(it.manifest), JSON.stringify(it.files), it.source, it.origin, it.owner, it.etag, it.environment, it.createdAt, it.updatedAt,
    ];
    const touched = expected === null
      ? await execute(this.source, `INSERT INTO derivation (name, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (name) DO NOTHING`, values)
      : await execute(this.source,
          `UPDATE derivation SET manifest = $2, files = $3, source = $4, origin = $5, owner = $6, etag = $7, environment = $8, created_at = $9, updated_at = $10
           WHERE name = $1 AND etag = $11`, [...values, expected]);
    return touched === 1;
  }

  async delete(name: string, expected: string): Promise<boolean> {
    return (await execute(this.source, 'DELETE FROM derivation WHERE name = $1 AND etag = $2', [name, expected])) === 1;
  }

  async dependents(name: string): Promise<string[]> {
    const rows = await queryRows(this.source, z.object({ name: z.string() }),
      `SELECT name FROM derivation d WHERE EXISTS (
         SELECT 1 FROM jsonb_each(d.manifest -> 'inputs') i WHERE i.value ->> 'kind' = 'derivation' AND i.value ->> 'ref' = $1) ORDER BY name`, [name]);
    return rows.map((it) => it.name);
  }
}
