import { quotedList } from '@svc/closest-name';
import type { Grain } from '@svc/contracts';
import { dayOf, instantOf, nextDay, startOf, step, type CalendarPoint } from '../time/calendar';
import type { ColumnKind } from '../definition/column-kind';
import { grainsFor } from '../definition/column-kind';
import { readPoint, type FilterScalar } from './filter-value';
import type { Test } from './operator';
import type { Zone } from '../time/time-zone';

export type DateTest = Extract<
  Test,
  | 'in_date_range'
  | 'on_date'
  | 'before'
  | 'before_or_on'
  | 'after'
  | 'after_or_on'
  | 'in_past'
  | 'in_next'
  | 'in_current'
>;

/** A time interval: `from` is inside; `until` is inside only when `closed`. An open side is null. */
export interface DateWindow {
  readonly from: CalendarPoint | null;
  readonly fromExcluded?: boolean;
  readonly until: CalendarPoint | null;
  readonly closed?: boolean;
}

const DATE_TESTS: readonly string[] = [
  'in_date_range',
  'on_date',
  'before',
  'before_or_on',
  'after',
  'after_or_on',
  'in_past',
  'in_next',
  'in_current',
] satisfies DateTest[];

/** True for the operators about days and periods. */
export function isDateTest(test: Test): test is DateTest {
  return DATE_TESTS.includes(test);
}

type RelativeTest = Extract<DateTest, 'in_past' | 'in_next' | 'in_current'>;

/** True for the operators whose meaning depends on when they are asked. */
export function isRelative(test: Test): test is RelativeTest {
  return test === 'in_past' || test === 'in_next' || test === 'in_current';
}

/**
 * The meaning of a date operator in `zone`. A day is whole: `before_or_on 2024-03-01` includes all of that day, and a range
 * ends after its last day. Relative windows are half-open and meet at now (today, for a date column):
 * `in_past [7, "day"]` is the seven days up to it, `in_next` starts at it. A string says what is wrong with the value.
 */
export function dateWindow(
  test: DateTest,
  values: readonly FilterScalar[],
  kind: ColumnKind,
  now: Date,
  zone: Zone,
): DateWindow | string {
  if (isRelative(test)) return relativeWindow(test, values, kind, now, zone);
  return test === 'in_date_range' ? range(values, zone) : around(test, values, zone);
}

const midnight = (day: string): CalendarPoint => ({ kind: 'day', text: day });
const after = (point: CalendarPoint): Pick<DateWindow, 'until' | 'closed'> =>
  point.kind === 'day' ? { until: midnight(nextDay(point.text)) } : { until: point, closed: true };

function range(values: readonly FilterScalar[], zone: Zone): DateWindow | string {
  const [from, to] = values.map((it) => readPoint(it, zone));
  if (values.length !== 2 || from === undefined || from === null || to === undefined || to === null)
    return 'expects [first, last], two dates or times such as "2024-03-01"';
  return { from, ...after(to) };
}

function around(
  test: Exclude<DateTest, RelativeTest | 'in_date_range'>,
  values: readonly FilterScalar[],
  zone: Zone,
): DateWindow | string {
  const [value] = values;
  const point = values.length === 1 && value !== undefined ? readPoint(value, zone) : null;
  if (point === null || (test === 'on_date' && point.kind !== 'day'))
    return `expects one date${test === 'on_date' ? '' : ' or time'} such as "2024-03-01"`;
  switch (test) {
    case 'on_date':
      return { from: point, ...after(point) };
    case 'before':
      return { from: null, until: point };
    case 'before_or_on':
      return { from: null, ...after(point) };
    case 'after':
      return point.kind === 'day'
        ? { from: midnight(nextDay(point.text)), until: null }
        : { from: point, fromExcluded: true, until: null };
    case 'after_or_on':
      return { from: point, until: null };
  }
}

function relativeWindow(
  test: RelativeTest,
  values: readonly FilterScalar[],
  kind: ColumnKind,
  now: Date,
  zone: Zone,
): DateWindow | string {
  const grains = grainsFor(kind);
  const [count, unit] = test === 'in_current' ? [1, values[0]] : spelled(values);
  const grain = grains.find((it) => it === unit || `${it}s` === unit);
  const whole = typeof count === 'number' && Number.isSafeInteger(count) && count >= 1 && count <= 100_000;
  if (grain === undefined || !whole || values.length > 2) {
    return `expects ${test === 'in_current' ? 'a period' : '[count, period], such as [7, "day"]'}; periods of this column: ${quotedList(grains)}`;
  }
  const clock = clockOf(kind, grain, zone, now);
  if (test === 'in_current')
    return {
      from: clock.point(startOf(clock.wall, grain)),
      until: clock.point(step(startOf(clock.wall, grain), 1, grain)),
    };
  const other = step(
    kind === 'date' ? startOf(clock.wall, 'day') : clock.wall,
    test === 'in_past' ? -count : count,
    grain,
  );
  // Beyond the years that can be written, the window is open on that side.
  const far =
    Number.isNaN(other.getTime()) || other.getUTCFullYear() < 2 || other.getUTCFullYear() > 9997
      ? null
      : clock.point(other);
  return test === 'in_past' ? { from: far, until: clock.now } : { from: clock.now, until: far };
}

/** Local time now, that moment as a bound, and how other local times become bounds. */
interface PeriodClock {
  readonly wall: Date;
  readonly now: CalendarPoint;
  point(wall: Date): CalendarPoint;
}

/** Days and longer are counted in local time; an hour is always an hour, even when clocks change. */
function clockOf(kind: ColumnKind, grain: Grain, zone: Zone, now: Date): PeriodClock {
  const wall = zone.toWall(now);
  if (kind === 'date') return { wall, now: midnight(dayOf(wall)), point: (at) => midnight(dayOf(at)) };
  const offset = wall.getTime() - now.getTime();
  const toInstant = (at: Date): Date =>
    grain === 'minute' || grain === 'hour' ? new Date(at.getTime() - offset) : zone.toInstant(at);
  return {
    wall,
    now: { kind: 'instant', text: instantOf(now) },
    point: (at) => ({ kind: 'instant', text: instantOf(toInstant(at)) }),
  };
}

/** `[7, "day"]` and `"7 days"` alike. */
function spelled(values: readonly FilterScalar[]): readonly [unknown, unknown] {
  const [first, second] = values;
  if (second !== undefined) return [typeof first === 'string' ? Number(first) : first, second];
  const [count, unit] = String(first).trim().split(/\s+/);
  return [Number(count), unit];
}
