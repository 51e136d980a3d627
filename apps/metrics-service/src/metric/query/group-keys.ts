import { didYouMeanOrStop, quotedList } from '@svc/closest-name';
import type { Grain, MetricQuery } from '@svc/contracts';
import { refuse } from '../definition/compile-refusal';
import { filtersIn } from './condition';
import type { MetricShape } from '../definition/metric';

/** One grouping column of the answer. A time key without a grain is the value as stored. */
export type GroupKey =
  | { readonly kind: 'dimension'; readonly name: string }
  | { readonly kind: 'time'; readonly name: string; readonly grain: Grain | null };

/**
 * The keys of a query, in the order of the answer; refuses what the metric does not declare, in `group_by` and
 * in filters alike. A grain alone adds time as the first key; time without a grain gets the metric's own.
 */
export function groupKeys(shape: MetricShape, query: MetricQuery): readonly GroupKey[] {
  const allowed = declared(shape);
  for (const [index, name] of query.group_by.entries()) {
    if (!allowed.includes(name)) throw undeclared(shape, name, `/body/group_by/${index}`);
    if (query.group_by.indexOf(name) < index)
      throw refuse('invalid-request', `/body/group_by/${index}`, `"${name}" is listed twice`);
  }
  for (const { filter, pointer } of filtersIn(query.filters)) {
    if (!allowed.includes(filter.column)) throw undeclared(shape, filter.column, `${pointer}/column`);
  }
  const { time } = shape;
  if (time === null) {
    if (query.grain !== undefined)
      throw refuse('invalid-request', '/body/grain', `"${shape.name}" declares no time dimension, so it has no grain`);
    return query.group_by.map((name) => ({ kind: 'dimension', name }));
  }
  const byTime = query.group_by.includes(time.name);
  const names = byTime || query.grain === undefined ? query.group_by : [time.name, ...query.group_by];
  return names.map((name) =>
    name === time.name ? { kind: 'time', name, grain: query.grain ?? time.grain } : { kind: 'dimension', name },
  );
}

/** True when the query groups or filters by time, so that each source's time column matters. */
export function timeIsUsed(shape: MetricShape, query: MetricQuery): boolean {
  return (
    shape.time !== null &&
    (query.grain !== undefined ||
      [...query.group_by, ...filtersIn(query.filters).map((it) => it.filter.column)].includes(shape.time.name))
  );
}

function declared(shape: MetricShape): readonly string[] {
  return shape.time === null ? shape.dimensions : [...shape.dimensions, shape.time.name];
}

function undeclared(shape: MetricShape, name: string, pointer: string): Error {
  const allowed = declared(shape);
  return refuse(
    'undeclared-dimension',
    pointer,
    `"${shape.name}" does not declare "${name}"${didYouMeanOrStop(name, allowed)}Declared: ${quotedList(allowed)}`,
  );
}
