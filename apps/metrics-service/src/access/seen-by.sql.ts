import type { Principal } from '@svc/contracts';

/** A condition on a row with `owner`, `visibility` and `groups`, and the values it binds. */
export interface SqlCondition {
  readonly sql: string;
  readonly values: readonly [everything: boolean, owner: string, groups: readonly string[]];
}

/**
 * The rule of sight (`maySee`) where rows are read: a row that is not seen is never read, so it costs and looks like none,
 * and pages of lists stay full. `first` numbers its first parameter.
 */
export function seenBy(who: Principal, first: number): SqlCondition {
  const [everything, owner, groups] = [`$${first}::boolean`, `$${first + 1}::text`, `$${first + 2}::text[]`];
  return {
    sql: `(${everything} OR owner = ${owner} OR visibility = 'project' OR (visibility = 'groups' AND groups && ${groups}))`,
    values: [who.kind === 'service' || who.role === 'admin', who.id, who.groups],
  };
}
