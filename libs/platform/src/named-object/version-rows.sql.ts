import { objectAccess } from '@svc/contracts';
import { z } from 'zod';
import { execute, type Queryable, queryRow, queryRows } from '../data/query-rows';
import { nameIsSeen } from './access/access-rows.sql';
import type { Past } from './past';
import type { SightCondition } from './access/seen-by.sql';

/*
 * The history of a table of named objects is `<table>_version`: `name`, `version`, the definition, `author`, `created_at` and
 * `change`. It outlives its objects: versions of a name go on counting when it is used again. Table and column names come from
 * code, never from requests.
 */

/** A version as it is recorded. */
export interface VersionEntry {
  readonly name: string;
  readonly version: number;
  readonly definition: unknown;
  readonly author: string;
  /** Now, by the database's clock, unless told otherwise. */
  readonly at?: Date;
  /** What changed, in words. */
  readonly change: string;
}

const pastRow = z.object({ name: z.string(), version: z.int(), access: objectAccess.nullable() });
const NEVER: Past = { lastVersion: 0, access: null };

/** What is left of names that were used before. */
export async function pastOf(on: Queryable, table: string, names: readonly string[]): Promise<(name: string) => Past> {
  const rows = await queryRows(
    on,
    pastRow,
    `SELECT v.name, max(v.version) AS version,
       (SELECT jsonb_build_object('owner', d.owner, 'visibility', d.visibility, 'groups', d.groups) FROM deleted_${table} d WHERE d.name = v.name) AS access
     FROM ${table}_version v WHERE v.name = ANY($1) GROUP BY v.name`,
    [names],
  );
  const past = new Map(rows.map((it): [string, Past] => [it.name, { lastVersion: it.version, access: it.access }]));
  return (name) => past.get(name) ?? NEVER;
}

/** Adds a version. `column` holds the definition. */
export async function recordVersion(
  on: Queryable,
  table: string,
  { name, version, definition, author, at, change }: VersionEntry,
  column = 'definition',
): Promise<void> {
  await execute(
    on,
    `INSERT INTO ${table}_version (name, version, ${column}, author, created_at, change) VALUES ($1, $2, $3, $4, coalesce($5, now()), $6)`,
    [name, version, JSON.stringify(definition), author, at ?? null, change],
  );
}

const at = z.date().transform((it) => it.toISOString());

/** Every version of a name that is seen, or was when it was deleted, newest first; none for any other name. */
export function versionsOf<D extends z.ZodType>(
  on: Queryable,
  { table, definition, seen }: { readonly table: string; readonly definition: D; readonly seen: SightCondition },
  name: string,
) {
  return queryRows(
    on,
    z.object({ version: z.int(), definition, author: z.string(), created_at: at, change: z.string() }),
    `SELECT version, definition, author, created_at, change FROM ${table}_version WHERE name = $1 AND ${nameIsSeen(table, seen)} ORDER BY version DESC`,
    [name, ...seen.values],
  );
}

/** Changes of one name wait for each other until the end of the transaction, also where there is no row yet to lock. */
export async function lockName(on: Queryable, table: string, name: string): Promise<void> {
  await queryRow(on, z.unknown(), 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${table} ${name}`]);
}
