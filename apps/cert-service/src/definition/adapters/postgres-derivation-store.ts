import { Injectable } from '@nestjs/common';
import { derivation as served, manifest, objectAccess, type ObjectAccess, type Principal } from '@svc/contracts';
import { asSeen, deleteRow, execute, lastAccess, NamedRows, OwnFacts, queryRows, seenBy } from '@svc/platform';
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

const DERIVATIONS =
  'SELECT name, manifest, files, source, origin, owner, visibility, groups, defined_by, etag, environment, created_at, updated_at FROM derivation';

/** Derivations in the `cert` schema. */
@Injectable()
export class PostgresDerivationStore extends NamedRows<StoredDerivation> implements DerivationStore {
  constructor(
    source: DataSource,
    private readonly facts: OwnFacts,
  ) {
    super(source, { table: 'derivation', select: DERIVATIONS, row });
  }

  async inForce(names: readonly string[]): Promise<StoredDerivation[]> {
    if (names.length === 0) return [];
    return queryRows(this.source, row, `${DERIVATIONS} WHERE name = ANY($1)`, [names]);
  }

  accessOf(name: string): Promise<ObjectAccess | null> {
    return lastAccess(this.source, 'derivation', name);
  }

  override share(name: string, access: ObjectAccess, expected: ObjectAccess): Promise<boolean> {
    return this.announced(name, super.share(name, access, expected));
  }

  save(it: StoredDerivation, expected: string | null, who: Principal): Promise<boolean> {
    return this.announced(it.manifest.name, this.write(it, expected, who));
  }

  private write(it: StoredDerivation, expected: string | null, who: Principal): Promise<boolean> {
    return this.inTurn(it.manifest.name, async (manager, there) => {
      const found = expected === null ? there : asSeen(there, who)?.etag;
      if (found !== expected) return false;
      await execute(
        manager,
        `INSERT INTO derivation (name, manifest, files, source, origin, etag, environment, defined_by, updated_at, created_at, owner, visibility, groups)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (name) DO UPDATE SET manifest = $2, files = $3, source = $4, origin = $5, etag = $6, environment = $7, defined_by = $8, updated_at = $9`,
        [
          it.manifest.name,
          JSON.stringify(it.manifest),
          JSON.stringify(it.files),
          it.source,
          it.origin,
          it.etag,
          it.environment,
          it.definedBy,
          it.updatedAt,
          it.createdAt,
          it.owner,
          it.visibility,
          it.groups,
        ],
      );
      return true;
    });
  }

  delete(name: string, expected: string, who: Principal): Promise<boolean> {
    const deleted = this.inTurn(name, async (manager, there) => {
      if (asSeen(there, who)?.etag !== expected) return false;
      await deleteRow(manager, 'derivation', name);
      await execute(manager, 'DELETE FROM parameter_set WHERE derivation = $1', [name]);
      return true;
    });
    return this.announced(name, deleted);
  }

  /** Whatever came of the change: another replica may have made it and died before it could tell. */
  private async announced(name: string, change: Promise<boolean>): Promise<boolean> {
    const changed = await change;
    await this.facts.changed(name);
    return changed;
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
