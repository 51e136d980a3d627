import { groupName, type Principal } from '@svc/contracts';

/** A condition on a row with `owner`, `visibility` and `groups`, and the values it binds. */
export interface SightCondition {
  readonly sql: string;
  readonly values: readonly [everything: boolean, owner: string, groups: readonly string[]];
}

/** Principals with the same key see the same objects. */
export function sightKey(who: Principal): string {
  const [everything, owner, groups] = seenBy(who, 1).values;
  return everything ? 'everything' : JSON.stringify([owner, ...groups]);
}

/**
 * The visibility rule (`maySee`) as a SQL condition: an invisible row is never read, so it takes the same time as a
 * missing one, and pages of lists stay full. `first` numbers its first parameter.
 */
export function seenBy({ id, kind, role, groups }: Principal, first: number): SightCondition {
  return {
    sql: `($${first}::boolean OR owner = $${first + 1}::text OR visibility = 'project' OR (visibility = 'groups' AND groups && $${first + 2}::text[]))`,
    // No object can name any other group; and text with U+0000 or lone surrogates would be an error, or another text,
    // in Postgres.
    values: [kind === 'service' || role === 'admin', id, groups.filter((it) => groupName.safeParse(it).success)],
  };
}
