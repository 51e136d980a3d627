import { addDays, dayOf, instantOf, startOf, step, type CalendarPoint } from './calendar';
import type { ColumnKind } from './column-kind';
import { grainsFor } from './column-kind';
import { quotedList } from './closest-name';
import { readPoint, type FilterScalar } from './filter-value';
import type { Test } from './operator';

export type DateTest = Extract<Test, 'in_date_range' | 'on_date' | 'before' | 'before_or_on' | 'after' | 'after_or_on' | 'in_past' | 'in_next' | 'in_current'>;

/** A stretch of time: `from` is inside; `until` is inside only when `closed`. An open side is null. */
export interface DateWindow {
  readonly from: CalendarPoint | null;
  readonly fromExcluded?: boolean;
  readonly until: CalendarPoint | null;
  readonly closed?: boolean;
}

const DATE_TESTS: readonly string[] = ['in_date_range', 'on_date', 'before', 'before_or_on', 'after', 'after_or_on', 'in_past', 'in_next', 'in_current'] satisfies DateTest[];

/** True for the operators that speak of days and periods. */
export function isDateTest(test: Test): test is DateTest {
  return DATE_TESTS.includes(test);
}

/**
 * What a date operator means in UTC. A day is whole: `before_or_on 2024-03-01` holds all of that day, and a range
 * ends after its last day. Relative windows are half-open and meet at now (today, for a date column):
 * `in_past [7, "day"]` is the seven days up to it, `in_next` starts at it. A string says what is wrong with the value.
 */
export function dateWindow(test: DateTest, values: readonly FilterScalar[], kind: ColumnKind, now: Date): DateWindow | string {
  switch (test) {
    case 'in_past':
    case 'in_next':
    case 'in_current':
      return relativeWindow(test, values, kind, now);
    case 'in_date_range':
      return range(values);
    default:
      return around(test, values);
  }
}

const midnight = (day: string): CalendarPoint => ({ kind: 'day', text: day });
const after = (point: CalendarPoint): Pick<DateWindow, 'until' | 'closed'> =>
  point.kind === 'day' ? { until: midnight(addDays(point.text, 1)) } : { until: point, closed: true };

function range(values: readonly FilterScalar[]): DateWindow | string {
  const [from, to] = values.map(readPoint);
  if (values.length !== 2 || from === undefined || from === null || to === undefined || to === null) return 'wants [first, last], two dates or times such as "2024-03-01"';
  return { from, ...after(to) };
}

function around(test: 'on_date' | 'before' | 'before_or_on' | 'after' | 'after_or_on', values: readonly FilterScalar[]): DateWindow | string {
  const [value] = values;
  const point = values.length === 1 && value !== undefined ? readPoint(value) : null;
  if (point === null || (test === 'on_date' && point.kind !== 'day')) return `wants one date${test === 'on_date' ? '' : ' or time'} such as "2024-03-01"`;
  switch (test) {
    case 'on_date':
      return { from: point, ...after(point) };
    case 'before':
      return { from: null, until: point };
    case 'before_or_on':
      return { from: null, ...after(point) };
    case 'after':
      return point.kind === 'day' ? { from: midnight(addDays(point.text, 1)), until: null } : { from: point, fromExcluded: true, until: null };
    case 'after_or_on':
      return { from: point, until: null };
  }
}

function relativeWindow(test: 'in_past' | 'in_next' | 'in_current', values: readonly FilterScalar[], kind: ColumnKind, now: Date): DateWindow | string {
  const grains = grainsFor(kind);
  const [count, unit] = test === 'in_current' ? [1, values[0]] : spelled(values);
  const grain = grains.find((it) => it === unit || `${it}s` === unit);
  const whole = typeof count === 'number' && Number.isSafeInteger(count) && count >= 1 && count <= 100_000;
  if (grain === undefined || !whole || values.length > 2) {
    return `wants ${test === 'in_current' ? 'a period' : '[count, period], such as [7, "day"]'}; periods of this column: ${quotedList(grains)}`;
  }
  const at = (instant: Date): CalendarPoint => (kind === 'date' ? midnight(dayOf(instant)) : { kind: 'instant', text: instantOf(instant) });
  if (test === 'in_current') return { from: at(startOf(now, grain)), until: at(step(startOf(now, grain), 1, grain)) };
  const from = kind === 'date' ? startOf(now, 'day') : now;
  const other = step(from, test === 'in_past' ? -count : count, grain);
  // Outside the years that texts can name, the window is simply open on that side.
  if (Number.isNaN(other.getTime()) || other.getUTCFullYear() < 1 || other.getUTCFullYear() > 9998) return test === 'in_past' ? { from: null, until: at(from) } : { from: at(from), until: null };
  return test === 'in_past' ? { from: at(other), until: at(from) } : { from: at(from), until: at(other) };
}

/** `[7, "day"]` and `"7 days"` alike. */
function spelled(values: readonly FilterScalar[]): readonly [unknown, unknown] {
  const [first, second] = values;
  if (second !== undefined) return [typeof first === 'string' ? Number(first) : first, second];
  const [count, unit] = String(first).trim().split(/\s+/);
  return [Number(count), unit];
}
