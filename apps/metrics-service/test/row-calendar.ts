import type { Grain } from '@svc/contracts';

/**
 * Calendar arithmetic for the row evaluator, without any code of the compiler: it steps and searches where the
 * compiler calculates. Local times are epoch milliseconds as if the clock showed UTC.
 */
const MINUTE = 60_000;
export const DAY = 86_400_000;

/** Local time: the Swedish format is ISO 8601. */
export function wallOf(instant: number, zone: string): number {
  if (zone === 'UTC') return instant;
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) + (((instant % 1000) + 1000) % 1000);
}
const formats = new Map<string, Intl.DateTimeFormat>();

/** The first instant at which the clock shows `wall` or, where that is skipped, later. */
export function instantOf(wall: number, zone: string): number {
  if (zone === 'UTC') return wall;
  for (let at = wall - 14 * 60 * MINUTE; at <= wall + 14 * 60 * MINUTE; at += 15 * MINUTE)
    if (wallOf(at, zone) >= wall) return at;
  throw new Error('no such time');
}

/** Steps back, hour by hour or day by day, to where the period begins in local time. */
export function floorWall(wall: number, grain: Grain): number {
  const date = new Date(wall);
  date.setUTCSeconds(0, 0);
  if (grain === 'minute') return date.getTime();
  date.setUTCMinutes(0);
  if (grain === 'hour') return date.getTime();
  date.setUTCHours(0);
  const begins = {
    day: () => true,
    week: () => date.getUTCDay() === 1,
    month: () => date.getUTCDate() === 1,
    quarter: () => date.getUTCDate() === 1 && date.getUTCMonth() % 3 === 0,
    year: () => date.getUTCDate() === 1 && date.getUTCMonth() === 0,
  }[grain];
  while (!begins()) date.setUTCDate(date.getUTCDate() - 1);
  return date.getTime();
}

/** This many grains later in local time; a day that the month lacks becomes its last. */
export function addWall(wall: number, count: number, grain: Grain): number {
  const length = { minute: MINUTE, hour: 60 * MINUTE, day: DAY, week: 7 * DAY, month: 0, quarter: 0, year: 0 }[grain];
  if (length > 0) return wall + count * length;
  const date = new Date(wall);
  const day = date.getUTCDate();
  date.setUTCMonth(
    date.getUTCMonth() +
      count * { month: 1, quarter: 3, year: 12 }[grain === 'month' || grain === 'quarter' ? grain : 'year'],
    1,
  );
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/** The axis of a query's periods: local time of its zone, or instants for hours and minutes of a zone. */
export class Line {
  readonly onInstants: boolean;

  constructor(
    readonly grain: Grain,
    readonly zone: string,
  ) {
    this.onInstants = zone !== 'UTC' && (grain === 'minute' || grain === 'hour');
  }

  /** A point on the axis for a cell of a time column. */
  of(cell: number, type: string): number {
    return type === 'date' || this.onInstants ? cell : wallOf(cell, this.zone);
  }

  floor(point: number, grain: Grain = this.grain): number {
    if (!this.onInstants) return floorWall(point, grain);
    const wall = wallOf(point, this.zone);
    if (grain === 'minute' || grain === 'hour') return point - (wall - floorWall(wall, grain));
    return instantOf(floorWall(wall, grain), this.zone);
  }

  add(point: number, count: number, grain: Grain = this.grain): number {
    if (!this.onInstants || grain === 'minute' || grain === 'hour') return addWall(point, count, grain);
    return instantOf(addWall(wallOf(point, this.zone), count, grain), this.zone);
  }
}
