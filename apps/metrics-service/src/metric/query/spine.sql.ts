import type { CalendarPoint } from '../time/calendar';
import { stretchOf } from '../filter/filter.sql';
import { isCumulative } from '../definition/metric';
import { placeOf, type QueryPlan } from './query-plan';
import type { TimeAxis } from './time-axis';

/** More periods than this come from a wrong date or a wrong grain. */
const MAX_PERIODS = 100_000;
/** The statement's error in that case: the number is known only when it runs. */
export const TOO_MANY_PERIODS = `More than ${MAX_PERIODS} periods lie between the first and the last. Bound the time, or ask for a coarser grain.`;

/**
 * Every period (`_s`: its start `k` and its end `until`) from the first to the last observed; where the
 * query bounds time and fills gaps, from and to those bounds. `observed` selects points as `u`.
 */
export function spine(plan: QueryPlan, axis: TimeAxis, observed: string): readonly string[] {
  const { from, until } = boundsOf(plan);
  const widens = plan.query.fill !== 'none';
  const first =
    from.length > 0 && (widens || isCumulative(plan.shape))
      ? `GREATEST(${from.map((it) => axis.bound(it)).join(', ')})`
      : 'first';
  const last = until.length > 0 && widens ? `LEAST(${until.map((it) => lastPoint(it, axis)).join(', ')})` : 'last';
  // An hour may be half an hour long in a zone that moves its clock by as much. Then it ends where the next begins.
  const uneven = axis.grain === 'hour' && !plan.zone.isUtc;
  const step = uneven ? 'INTERVAL 30 minute' : `INTERVAL 1 ${axis.grain}`;
  const end = uneven ? `LEAST(${axis.shift('k', 1)}, LEAD(k) OVER (ORDER BY k))` : axis.shift('k', 1);
  const capped = `CASE WHEN date_diff('${axis.grain}', lo, hi) >= ${MAX_PERIODS} THEN error('${TOO_MANY_PERIODS}') ELSE hi END`;
  return [
    `_b AS (\nSELECT ${axis.start(`CAST(${first} AS TIMESTAMP)`)} AS lo, CAST(${last} AS TIMESTAMP) AS hi\nFROM (SELECT MIN(u) AS first, MAX(u) AS last FROM (${observed}))\n)`,
    `_s AS (\nSELECT k, ${end} AS until\nFROM (SELECT DISTINCT ${axis.start('k')} AS k FROM (SELECT UNNEST(generate_series(lo, ${capped}, ${step})) AS k FROM _b))\n)`,
  ];
}

interface Bound {
  readonly point: CalendarPoint;
  readonly closed: boolean;
}

function lastPoint({ point, closed }: Bound, axis: TimeAxis): string {
  return closed ? axis.bound(point) : `(${axis.bound(point)} - INTERVAL 1 microsecond)`;
}

/** The bounds that required filters set on time. */
function boundsOf(plan: QueryPlan): { readonly from: readonly CalendarPoint[]; readonly until: readonly Bound[] } {
  const scan = plan.scans.find((it) => it.time !== null);
  const stretches = plan.query.filters.flatMap((filter, index) => {
    if (scan === undefined || !('column' in filter) || filter.column !== plan.shape.time?.name) return [];
    return stretchOf(filter, placeOf(plan, scan, filter, `/body/filters/${index}`)) ?? [];
  });
  return {
    from: stretches.flatMap((it) => it.from ?? []),
    until: stretches.flatMap((it) => (it.until === null ? [] : [{ point: it.until, closed: it.closed === true }])),
  };
}
