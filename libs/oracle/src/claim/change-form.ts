import type { RoleValue } from './claim';
import type { Problems } from './problem';

type Roles = Readonly<Record<string, RoleValue>>;

/** Roles that only groups give a meaning. */
const OF_GROUPS = {
  controls: 'nothing is compared that a column could explain',
  assigned_by: 'nothing was assigned',
  assigned: 'nothing was assigned',
  received: 'nothing was assigned',
} as const;
/** Roles that only rows with both values give a meaning. */
const OF_PAIRS = {
  controls: 'put a group that is alike under group',
  segment: 'claim the change of each segment by itself',
} as const;

/** A change is of two columns (`before`, `after`), or of one column over time: what each form has no place for is refused. */
export function requireChangeForm(roles: Roles, problems: Problems): void {
  if (roles.before !== undefined && roles.after === undefined) problems.add(['roles'], '"before" needs "after"');
  const long = ['value', 'numerator'].find((role) => roles[role] !== undefined);
  if (long !== undefined && roles.time === undefined) problems.add(['roles'], `"${long}" in long form needs "time"`);
  if (roles.before !== undefined && long !== undefined)
    problems.add(
      ['roles', long],
      'is a second form of the same claim: give before and after, or long form with time and declared treatment_start',
    );
  if (roles.group === undefined)
    for (const [role, why] of Object.entries(OF_GROUPS))
      if (roles[role] !== undefined) problems.add(['roles', role], `needs "group": without one ${why}`);
  if (roles.before === undefined && long !== undefined)
    for (const [role, instead] of Object.entries(OF_PAIRS))
      if (roles[role] !== undefined && (role !== 'controls' || roles.group !== undefined))
        problems.add(['roles', role], `needs "before" and "after" in columns of their own; in long form, ${instead}`);
}
