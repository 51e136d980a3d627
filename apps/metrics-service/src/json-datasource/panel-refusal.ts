import { type JsonQuery, jsonPointer, ProblemError, type ProblemItem } from '@svc/contracts';
import { refuseAll } from '../metric/definition/compile-refusal';
import type { MetricShape } from '../metric/definition/metric';

/** Grafana's names for the members of an ad-hoc filter. */
const MEMBERS: ReadonlyMap<string, string> = new Map([
  ['column', 'key'],
  ['op', 'operator'],
  ['value', 'value'],
]);

/**
 * Rewords a refusal of the metric query that `panelQuery` made of the target at `index` in terms of what Grafana sent: a panel
 * shows the detail, and its readers never wrote a `filters/1/value`. Others stay as they are.
 */
export function panelRefusal(refused: ProblemError, index: number, query: JsonQuery, shape: MetricShape): ProblemError {
  const { errors } = refused.facts;
  if (errors === undefined || !errors.some(isOfTheQuery)) return refused;
  const sent = errors.map((it) =>
    isOfTheQuery(it)
      ? { ...it, pointer: jsonPointer(['body', ...sentAt(it.pointer.split('/').slice(2), index, query, shape)]) }
      : it,
  );
  return new ProblemError(refused.code, refuseAll(refused.code, sent).detail, { ...refused.facts, errors: sent });
}

function isOfTheQuery({ pointer }: ProblemItem): boolean {
  return /^\/body\/(?:filters|group_by|grain)(?:\/|$)/.test(pointer);
}

function sentAt(
  [part = '', at = '', member = '']: readonly string[],
  index: number,
  query: JsonQuery,
  { time }: MetricShape,
): (string | number)[] {
  const payload = query.targets[index]?.payload;
  if (part === 'group_by' && payload?.group_by !== undefined) return ['targets', index, 'payload', part];
  if (part === 'grain' && payload?.grain !== undefined) return ['targets', index, 'payload', part];
  if (part !== 'filters') return ['targets', index];
  const bounds = time === null ? [] : ['from', 'to'];
  const bound = bounds[Number(at)];
  if (bound !== undefined) return ['range', bound];
  const filter = Number(at) - bounds.length;
  const old = query.adhocFilters.length;
  const within = MEMBERS.get(member);
  return [
    ...(filter < old ? ['adhocFilters', filter] : ['filters', filter - old]),
    ...(within === undefined ? [] : [within]),
  ];
}
