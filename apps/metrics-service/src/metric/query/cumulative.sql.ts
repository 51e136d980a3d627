import type { Grain } from '@svc/contracts';
import { type Block, distinctMeasures, fromWhere, measureId } from './block.sql';
import { refuse } from '../definition/compile-refusal';
import { conditionSql, filtersIn } from './condition';
import { compileFilter, stretchOf, windowSides } from '../filter/filter.sql';
import { partial, whole } from './measure.sql';
import { measuresOf, type Measure, type Window } from '../definition/metric';
import { columnNamed, placeOf, reference, type QueryPlan, type Scan } from './query-plan';
import { canRun, runningBlock, type RunningBlock } from './running.sql';
import { spine } from './spine.sql';
import type { TimeAxis } from './time-axis';

/**
 * Time windows in one scan per source: rows are pre-aggregated per short interval (`_p0`), and the value
 * of a period is made of the intervals in its window. So every aggregation is recomputed and none is summed. A row
 * without a time is in no window.
 *
 * A lower bound on time limits which periods are shown, an upper one limits the rows: the seven days up to the first
 * of January need rows of December. Other filters on time are meaningless here and are refused.
 */
export function cumulativeBlocks(
  plan: QueryPlan,
  axis: TimeAxis,
): { readonly parts: readonly string[]; readonly blocks: readonly Block[] } {
  refuseOtherTimeFilters(plan);
  const unit = unitOf(plan, axis.grain);
  const dimensions = plan.keys.flatMap((key, at) => (key.kind === 'time' ? [] : [{ name: key.name, key: `k${at}` }]));
  const names = new Map(
    distinctMeasures(measuresOf(plan.shape.expression)).map((it, index) => [measureId(it), `a${index}`]),
  );
  const scans = plan.scans.map((scan, index) => ({
    scan,
    name: `_p${index}`,
    measures: distinctMeasures(scan.measures),
  }));
  const parts = scans.map(({ scan, name, measures }) => {
    const point = scan.time === null ? '' : axis.start(axis.of(scan.time, reference(scan.time)), unit);
    const selected = [
      `${point} AS u`,
      ...dimensions.map((it) => `${reference(columnNamed(plan, scan, it.name))} AS ${it.key}`),
      ...measures.map((it) => `${partial(it)} AS ${names.get(measureId(it))}`),
    ];
    const groups = ['u', ...dimensions].map((_, at) => String(at + 1)).join(', ');
    return `${name} AS (\nSELECT ${selected.join(',\n  ')}\n${rowsUntil(plan, scan)}\nGROUP BY ${groups}\n)`;
  });
  const observed = scans.map(({ name }) => `SELECT u FROM ${name}`).join(' UNION ALL ');
  const made = scans.flatMap(({ name, measures }) => byWindow(measures).map((group) => ({ part: name, ...group })));
  const blocks = made.map(({ part, window, running, measures }, index) => {
    const columns = measures.map((measure) => ({ measure, column: names.get(measureId(measure)) ?? '' }));
    return running
      ? runningBlock({ plan, axis, part, measures: columns }, `_m${index}`)
      : windowBlock({ plan, axis, unit, part, window, measures: columns }, `_m${index}`);
  });
  return {
    parts: [...parts, ...spine(plan, axis, observed), ...blocks.map((it) => it.part)],
    blocks: blocks.map((it) => it.block),
  };
}

interface WindowBlock extends RunningBlock {
  readonly unit: Grain;
  readonly window: Window | null;
}

/** Each period joined with the parts in its window. */
function windowBlock(
  { plan, axis, unit, part, window, measures }: WindowBlock,
  name: string,
): { readonly part: string; readonly block: Block } {
  const keys = plan.keys.map((key, at) => (key.kind === 'time' ? `s.k AS k${at}` : `p.k${at} AS k${at}`));
  const from = windowStart(window, axis, unit);
  const on = [...(from === null ? [] : [`p.u >= ${from}`]), 'p.u < s.until'].join(' AND ');
  const selected = [...keys, ...measures.map((it) => `${whole(it.measure, `p.${it.column}`)} AS ${it.column}`)];
  const groups = plan.keys.map((_, at) => String(at + 1)).join(', ');
  return {
    part: `${name} AS (\nSELECT ${selected.join(',\n  ')}\nFROM _s AS s JOIN ${part} AS p ON ${on}\nGROUP BY ${groups}\n)`,
    block: { name, measures: new Map(measures.map((it) => [measureId(it.measure), it.column])) },
  };
}

/** Where the window of the period `s` begins: windows end with the period. */
function windowStart(window: Window | null, axis: TimeAxis, unit: Grain): string | null {
  if (window === null) return 's.k';
  switch (window.kind) {
    case 'so-far':
      return null;
    case 'last':
      return axis.shift('s.until', -window.count, window.grain);
    case 'to-date':
      return axis.start(axis.shift('s.until', -1, unit), window.grain);
  }
}

interface WindowGroup {
  readonly window: Window | null;
  readonly running: boolean;
  readonly measures: readonly Measure[];
}

function byWindow(measures: readonly Measure[]): readonly WindowGroup[] {
  const groups = new Map<string, WindowGroup & { readonly measures: Measure[] }>();
  for (const measure of measures) {
    const running = canRun(measure);
    const id = JSON.stringify([measure.window, running]);
    const group = groups.get(id) ?? { window: measure.window, running, measures: [] };
    groups.set(id, group);
    group.measures.push(measure);
  }
  return [...groups.values()];
}

/** The longest interval that divides every window and period involved. */
function unitOf(plan: QueryPlan, grain: Grain): Grain {
  const windows = measuresOf(plan.shape.expression).flatMap(({ window }) =>
    window === null || window.kind === 'so-far' ? [] : [window.grain],
  );
  const grains = new Set([grain, ...windows]);
  if (grains.size === 1) return grain;
  return grains.has('minute') ? 'minute' : grains.has('hour') ? 'hour' : 'day';
}

function isTimeFilter(plan: QueryPlan, column: string): boolean {
  return column === plan.shape.time?.name;
}

function refuseOtherTimeFilters(plan: QueryPlan): void {
  const [scan] = plan.scans;
  for (const { filter, pointer, required } of filtersIn(plan.query.filters)) {
    if (!isTimeFilter(plan, filter.column) || scan === undefined) continue;
    if (required && stretchOf(filter, placeOf(plan, scan, filter, pointer)) !== null) continue;
    throw refuse(
      'invalid-request',
      pointer,
      `"${plan.shape.name}" accumulates over time, so a filter on "${filter.column}" must be a single time range, outside of "or" and "not", such as in_date_range`,
    );
  }
}

/** All rows up to the upper bounds on time that pass the other filters and have a time. */
function rowsUntil(plan: QueryPlan, scan: Scan): string {
  const conditions = plan.query.filters.flatMap((condition, index) => {
    const pointer = `/body/filters/${index}`;
    if (!('column' in condition) || !isTimeFilter(plan, condition.column)) {
      return [conditionSql(condition, pointer, (filter, at) => compileFilter(filter, placeOf(plan, scan, filter, at)))];
    }
    const place = placeOf(plan, scan, condition, pointer);
    const stretch = stretchOf(condition, place);
    return stretch === null ? [] : windowSides({ ...stretch, from: null }, place);
  });
  const time = scan.time === null ? [] : [`${reference(scan.time)} IS NOT NULL`];
  return fromWhere(scan, [...time, ...conditions]);
}
