import { Injectable } from '@nestjs/common';
import { derivation as served, manifest, objectAccess, type ObjectAccess, type Principal } from '@svc/contracts';
import { execute, queryRow, queryRows, seenBy, shareRow } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Dependents, DerivationStore, StoredDerivation } from '../derivation.ports';

const row = z
  .object({
    manifest,
    files: z.record(z.string(), z.string()),
    source: z.string(),
    origin: served.shape.origin,
    ...objectAccess.shape,
    defined_by: z.string().nullable(),
    etag: z.string(),
    environment: z.string(),
    created_at: z.date(),
    updated_at: z.date(),
  })
  .transform(({ defined_by, created_at, updated_at, ...rest }): StoredDerivation => ({
    ...rest,
    definedBy: defined_by ?? rest.owner,
    createdAt: created_at,
    updatedAt: updated_at,
  }));

const COLUMNS =
  'manifest, files, source, origin, owner, visibility, groups, defined_by, etag, environment, created_at, updated_at';
const ACCESS = 'owner, visibility, groups';

/** Derivations in the `cert` schema. */
@Injectable()
export class PostgresDerivationStore implements DerivationStore {
  constructor(private readonly source: DataSource) {}

  find(name: string, who: Principal): Promise<StoredDerivation | null> {
    const seen = seenBy(who, 2);
    return queryRow(this.source, row, `SELECT ${COLUMNS} FROM derivation WHERE name = $1 AND ${seen.sql}`, [
      name,
      ...seen.values,
    ]);
  }

  async findAll(names: readonly string[], who: Principal): Promise<StoredDerivation[]> {
    if (names.length === 0) return [];
    const seen = seenBy(who, 2);
    return queryRows(this.source, row, `SELECT ${COLUMNS} FROM derivation WHERE name = ANY($1) AND ${seen.sql}`, [
      names,
      ...seen.values,
    ]);
  }

  async inForce(names: readonly string[]): Promise<StoredDerivation[]> {
    if (names.length === 0) return [];
    return queryRows(this.source, row, `SELECT ${COLUMNS} FROM derivation WHERE name = ANY($1)`, [names]);
  }

  page(after: string | null, limit: number, who: Principal): Promise<StoredDerivation[]> {
    const seen = seenBy(who, 3);
    return queryRows(
      this.source,
      row,
      `SELECT ${COLUMNS} FROM derivation WHERE ($1::text IS NULL OR name > $1) AND ${seen.sql} ORDER BY name LIMIT $2`,
      [after, limit, ...seen.values],
    );
  }

  accessOf(name: string): Promise<ObjectAccess | null> {
    return queryRow(
      this.source,
      objectAccess,
      `SELECT ${ACCESS} FROM (SELECT 1 AS place, ${ACCESS} FROM derivation WHERE name = $1 UNION ALL SELECT 2, ${ACCESS} FROM deleted_derivation WHERE name = $1) named ORDER BY place LIMIT 1`,
      [name],
    );
  }

  async save(it: StoredDerivation, expected: string | null, who: Principal): Promise<boolean> {
    const seen = seenBy(who, 11);
    const definition = [
      it.manifest.name,
      JSON.stringify(it.manifest),
      JSON.stringify(it.files),
      it.source,
      it.origin,
      it.etag,
      it.environment,
      it.definedBy,
      it.updatedAt,
    ];
    const touched =
      expected === null
        ? await execute(
            this.source,
            `INSERT INTO derivation (name, manifest, files, source, origin, etag, environment, defined_by, updated_at, created_at, ${ACCESS})
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (name) DO NOTHING`,
            [...definition, it.createdAt, it.owner, it.visibility, it.groups],
          )
        : await execute(
            this.source,
            `UPDATE derivation SET manifest = $2, files = $3, source = $4, origin = $5, etag = $6, environment = $7, defined_by = $8, updated_at = $9
           WHERE name = $1 AND etag = $10 AND ${seen.sql}`,
            [...definition, expected, ...seen.values],
          );
    return touched === 1;
  }

  share(name: string, access: ObjectAccess, expected: ObjectAccess): Promise<boolean> {
    return shareRow(this.source, 'derivation', name, access, expected);
  }

  async delete(name: string, expected: string, who: Principal): Promise<boolean> {
    const seen = seenBy(who, 3);
    return (
      (await execute(
        this.source,
        `WITH gone AS (DELETE FROM derivation WHERE name = $1 AND etag = $2 AND ${seen.sql} RETURNING name, ${ACCESS}),
       unnamed AS (DELETE FROM parameter_set WHERE derivation IN (SELECT name FROM gone))
       INSERT INTO deleted_derivation (name, ${ACCESS}) SELECT name, ${ACCESS} FROM gone
       ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, visibility = excluded.visibility, groups = excluded.groups`,
        [name, expected, ...seen.values],
      )) === 1
    );
  }

  async dependents(kind: 'dataset' | 'derivation', name: string, who: Principal): Promise<Dependents> {
    const seen = seenBy(who, 3);
    const rows = await queryRows(
      this.source,
      z.object({ name: z.string(), seen: z.boolean() }),
      `SELECT name, ${seen.sql} AS seen FROM derivation d WHERE EXISTS (
         SELECT 1 FROM jsonb_each(d.manifest -> 'inputs') i WHERE i.value ->> 'kind' = $1 AND split_part(i.value ->> 'ref', '@', 1) = $2) ORDER BY name`,
      [kind, name, ...seen.values],
    );
    const names = rows.filter((it) => it.seen).map((it) => it.name);
    return { seen: names, unseen: rows.length - names.length };
  }
}
