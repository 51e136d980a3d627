import {
  type Grain,
  grain,
  GRAINS,
  type JsonQuery,
  type JsonTarget,
  metricQuery,
  type MetricQuery,
  ProblemError,
} from '@svc/contracts';
import type { MetricShape } from '../metric/definition/metric';
import { adhocFilters } from './adhoc-filters';

const SECOND = 1_000;
const LENGTH_MS: Readonly<Record<Grain, number>> = {
  minute: 60 * SECOND,
  hour: 3_600 * SECOND,
  day: 86_400 * SECOND,
  week: 604_800 * SECOND,
  month: 2_629_746 * SECOND,
  quarter: 7_889_238 * SECOND,
  year: 31_556_952 * SECOND,
};

/** A panel's query, as a metric query over the panel's time range. */
export function panelQuery({ payload }: JsonTarget, query: JsonQuery, shape: MetricShape): MetricQuery {
  const { range, intervalMs, maxDataPoints } = query;
  const chosen = payload?.group_by ?? [];
  const groups = (typeof chosen === 'string' ? [chosen] : chosen).filter((it) => it !== '' && it !== shape.time?.name);
  const filters = adhocFilters(query);
  if (shape.time === null) return metricQuery.parse({ group_by: groups, filters });
  const { name } = shape.time;
  const within = [
    { column: name, op: 'gte', value: range.from },
    { column: name, op: 'lt', value: range.to },
  ];
  const length = Date.parse(range.to) - Date.parse(range.from);
  return metricQuery.parse({
    group_by: groups,
    grain: grainOf(payload?.grain, shape.time.grain, Math.max(intervalMs ?? 0, length / (maxDataPoints ?? 1_000))),
    filters: [...within, ...filters],
  });
}

/** The panel's own grain, or the finest that is no finer than what can be drawn nor than what the metric declares. */
function grainOf(asked: string | undefined, declared: Grain | null, stepMs: number): Grain {
  if (asked !== undefined && asked !== '' && asked !== 'auto') {
    const read = grain.safeParse(asked);
    if (read.success) return read.data;
    throw new ProblemError('invalid-request', `There is no grain "${asked}". Grains: auto, ${GRAINS.join(', ')}.`);
  }
  const finest = GRAINS.indexOf(declared ?? 'day');
  return GRAINS.find((it, index) => index >= finest && LENGTH_MS[it] >= stepMs) ?? 'year';
}
