import type { RoleValue } from './claim';
import { EACH_ROW } from './each-row';
import type { Problems } from './problem';

type Roles = Readonly<Record<string, RoleValue>>;

/** Roles that mean nothing alone, or that contradict each other. */
export function requireWholeDesigns(roles: Roles, facts: Readonly<Record<string, unknown>>, problems: Problems): void {
  if (roles.numerator !== undefined && roles.denominator === undefined)
    problems.add(['roles'], '"numerator" needs "denominator": a ratio is a sum over a sum');
  if (roles.denominator !== undefined && roles.numerator === undefined)
    problems.add(['roles'], '"denominator" needs "numerator": a ratio is a sum over a sum');
  const plain = ['value', 'metric'].find((role) => roles[role] !== undefined);
  if (roles.numerator !== undefined && plain !== undefined)
    problems.add(['roles', plain], 'is compared twice: give numerator and denominator, or this column');
  if (roles.weight !== undefined && roles.count !== undefined)
    problems.add(
      ['roles', 'weight'],
      'counts rows twice: count says how many rows a row is, weight how much of the population it stands for',
    );
  const unit = roles.unit ?? facts['unit'];
  const crosses = ['period', 'sequence'].find((role) => roles[role] !== undefined);
  if (crosses !== undefined && (typeof unit !== 'string' || EACH_ROW.has(unit.toLowerCase())))
    problems.add(['roles', crosses], 'needs the unit that received both: declare unit');
  if (crosses === 'sequence') problems.add(['roles', 'sequence'], 'needs "period": when each row was observed');
  if (roles.assigned !== undefined && roles.received !== undefined)
    problems.add(
      ['roles', 'received'],
      'is said twice: the groups are what was assigned (give received), or what was received (give assigned)',
    );
}
