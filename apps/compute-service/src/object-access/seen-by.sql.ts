import { groupName, type Principal } from '@svc/contracts';

/** A condition, and the values of its parameters. */
export interface Condition {
  readonly text: string;
  readonly values: readonly [seesAll: boolean, id: string, groups: readonly string[]];
}

/**
 * `maySee` of the contracts as a condition over the columns `owner`, `visibility` and `groups`, for lists: their pages stay
 * full. Its three parameters begin at `$first`.
 */
export function seenBy({ id, kind, role, groups }: Principal, first: number): Condition {
  const at = (offset: number): string => `$${String(first + offset)}`;
  return {
    text: `(${at(0)}::boolean OR visibility = 'project' OR owner = ${at(1)} OR (visibility = 'groups' AND groups && ${at(2)}::text[]))`,
    // No object can name any other group; and what is no text would be an error, or another text, to Postgres.
    values: [kind === 'service' || role === 'admin', id, groups.filter((it) => groupName.safeParse(it).success)],
  };
}
