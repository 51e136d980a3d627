import { maySee, objectAccess, ProblemError } from '@svc/contracts';
import { type ObjectChange, type Queryable, queryRows } from '@svc/platform';
import type { EntityDefinition } from '@svc/contracts';
import { z } from 'zod';
import { takeRegistryTurn } from './registry-turn';

const userRow = z.object({ name: z.string(), ...objectAccess.shape });

/** Refuses to delete an entity that views use, and to change its key: their sources were checked against it. */
export async function admitEntity(
  { name, before, after, who }: ObjectChange<EntityDefinition>,
  on: Queryable,
): Promise<void> {
  await takeRegistryTurn(on);
  if (before === null) return;
  if (after !== null && after.joinKey === before.joinKey && after.valueType === before.valueType) return;
  const sql = `SELECT name, owner, visibility, groups FROM feature_view WHERE definition->'entities' ? $1 ORDER BY name`;
  const users = await queryRows(on, userRow, sql, [name]);
  if (users.length === 0) return;
  const seen = users.filter((it) => maySee(it, who)).map((it) => it.name);
  throw new ProblemError(
    'in-use',
    `Entity "${name}" is used by ${said(seen, users.length - seen.length)}. ${after === null ? 'Delete them first.' : 'Its key and type cannot change; define another entity.'}`,
    { data: { views: seen, hidden: users.length - seen.length } },
  );
}

const MAX_NAMED = 20;

function said(seen: readonly string[], hidden: number): string {
  const named = seen.slice(0, MAX_NAMED).map((it) => `"${it}"`);
  const more = hidden + seen.length - named.length;
  const others = more === 0 ? [] : [`${more} ${named.length === 0 ? 'view' : 'other view'}${more === 1 ? '' : 's'}`];
  return [...named, ...others].join(', ');
}
