import { maySee, type ObjectAccess, objectAccess, type ProblemError } from '@svc/contracts';
import { execute, type Queryable, queryRow } from '../../data/query-rows';
import type { SharedObjects } from './object-sharing';
import type { SightCondition } from './seen-by.sql';

/*
 * A table of named objects has the columns `name`, `owner`, `visibility` and `groups`; where the history of deleted objects
 * is kept, `deleted_<table>` has the same columns. Table names come from code, never from requests.
 */
const ACCESS = 'owner, visibility, groups';

/** Who sees the object of the name `$1`, or else who saw the deleted one whose history is kept. */
function lastAccessSql(table: string): string {
  return `SELECT ${ACCESS} FROM (SELECT 1 AS place, ${ACCESS} FROM ${table} WHERE name = $1 UNION ALL SELECT 2, ${ACCESS} FROM deleted_${table} WHERE name = $1) used ORDER BY place LIMIT 1`;
}

/** A condition on the name `$1`: the object of that name, or else the deleted one whose history is kept, is seen. */
export function nameIsSeen(table: string, seen: SightCondition): string {
  return `EXISTS (SELECT 1 FROM (${lastAccessSql(table)}) named WHERE ${seen.sql})`;
}

/** Whose a name is or, when its object is deleted, was; null for one that was never used. */
export function lastAccess(on: Queryable, table: string, name: string): Promise<ObjectAccess | null> {
  return queryRow(on, objectAccess, lastAccessSql(table), [name]);
}

/** Changes who sees an object if that is still `expected`; false when it is not. */
export async function shareRow(
  on: Queryable,
  table: string,
  name: string,
  access: ObjectAccess,
  expected: ObjectAccess,
): Promise<boolean> {
  return (
    (await execute(
      on,
      `UPDATE ${table} SET owner = $2, visibility = $3, groups = $4 WHERE name = $1 AND owner = $5 AND visibility = $6 AND groups = $7`,
      [name, access.owner, access.visibility, access.groups, expected.owner, expected.visibility, expected.groups],
    )) === 1
  );
}

/** Deletes the object and keeps who saw it, for its history. */
export async function deleteRow(on: Queryable, table: string, name: string): Promise<void> {
  await execute(
    on,
    `
    WITH gone AS (DELETE FROM ${table} WHERE name = $1 RETURNING name, ${ACCESS})
    INSERT INTO deleted_${table} (name, ${ACCESS}) SELECT name, ${ACCESS} FROM gone
    ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, visibility = excluded.visibility, groups = excluded.groups`,
    [name],
  );
}

/** Who saw the deleted object of that name. */
export function deletedAccess(on: Queryable, table: string, name: string): Promise<ObjectAccess | null> {
  return queryRow(on, objectAccess, `SELECT ${ACCESS} FROM deleted_${table} WHERE name = $1`, [name]);
}

/** The sharing of the objects in a table. `notFound` is the refusal for a name that the caller may not see. */
export function sharedRows(on: Queryable, table: string, notFound: (name: string) => ProblemError): SharedObjects {
  return {
    async find(name, who) {
      const found = await queryRow(on, objectAccess, `SELECT ${ACCESS} FROM ${table} WHERE name = $1`, [name]);
      if (found === null || !maySee(found, who)) throw notFound(name);
      return found;
    },
    share: (name, after, before) => shareRow(on, table, name, after, before),
  };
}
