import { MONTHS } from '../cell/cell-text';

/** The moments that are named along an axis, in UTC. */
export interface TimeTicks {
  readonly moments: readonly number[];
  /** What is new at a moment: a year, a month, a day, a time. */
  readonly text: (moment: number) => string;
  /** The day or the years that no tick says; empty when one does. */
  readonly context: string;
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const MONTH = 31 * DAY;
/** The first Monday since 1970. */
const MONDAY = 4 * DAY;

/** Steps that people count time in. Months and years are as long as they are. */
const FIXED = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((it) => it * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((it) => it * MINUTE),
  ...[1, 2, 3, 6, 12].map((it) => it * HOUR),
  ...[1, 2, 7, 14].map((it) => it * DAY),
];
const MONTHLY = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 2400, 6000, 12_000, 24_000, 60_000, 120_000];

/** No more than `most` round moments from `low` to `high`, as close as that allows; `low` itself where there is none. */
export function timeTicks(low: number, high: number, most: number): TimeTicks {
  const span = high - low;
  const fixed = FIXED.find((it) => span / it <= most);
  const months = MONTHLY.find((it) => span / (it * MONTH) <= most) ?? 1_200_000;
  const found = fixed === undefined ? monthly(low, high, months) : every(fixed, low, high);
  const moments = found.length === 0 ? [low] : found;
  const step = fixed ?? months * MONTH;
  return { moments, text: (moment) => label(moment, step), context: contextOf(moments, [low, high], step) };
}

function every(step: number, low: number, high: number): number[] {
  const offset = step >= 7 * DAY ? MONDAY : 0;
  const first = Math.ceil((low - offset) / step) * step + offset;
  return Array.from({ length: Math.max(0, Math.floor((high - first) / step) + 1) }, (_, index) => first + index * step);
}

function monthly(low: number, high: number, step: number): number[] {
  const start = new Date(low);
  const first = Math.floor((start.getUTCFullYear() * 12 + start.getUTCMonth()) / step) * step;
  const found: number[] = [];
  for (let month = first, at = startOf(month); at <= high; month += step, at = startOf(month))
    if (at >= low) found.push(at);
  return found;
}

/** A month counted from that before the year 1. Two digits would be a year of the last century. */
function startOf(month: number): number {
  return new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1);
}

function label(moment: number, step: number): string {
  const [day = '', clock = ''] = new Date(moment).toISOString().split('T');
  const [year = '', month = '', date = ''] = day.split('-');
  const name = MONTHS[Number(month) - 1] ?? '';
  if (step < DAY && clock !== '00:00:00.000Z')
    return step < SECOND ? clock.slice(0, -1) : step < MINUTE ? clock.slice(0, 8) : clock.slice(0, 5);
  if (step < DAY || date !== '01') return `${Number(date)} ${name}`;
  return month === '01' ? year : name;
}

function contextOf(moments: readonly number[], [low, high]: readonly [number, number], step: number): string {
  const [first, last] = [new Date(low), new Date(high)];
  const years = [...new Set([first.getUTCFullYear(), last.getUTCFullYear()])].join(' – ');
  if (step < DAY) {
    const days = [...new Set([first, last].map((it) => `${it.getUTCDate()} ${MONTHS[it.getUTCMonth()] ?? ''}`))];
    return days.length === 1 ? `${days[0] ?? ''} ${years}` : years;
  }
  return moments.some((it) => /^\d+$/.test(label(it, step))) ? '' : years;
}
