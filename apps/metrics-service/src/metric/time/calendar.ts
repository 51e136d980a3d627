import type { Grain } from '@svc/contracts';
import type { Zone } from './time-zone';

/** A point in a filter: a whole day, or an instant. Texts are UTC, as DuckDB reads them; years after 9999 have five digits. */
export type CalendarPoint =
  { readonly kind: 'day'; readonly text: string } | { readonly kind: 'instant'; readonly text: string };

const DAY = /^(\d{4})-\d{2}-\d{2}$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** `2024-03-01` as a day; null for anything but a calendar day of the years 1 to 9999, whose last day many tables use for "no end". */
export function readDay(text: string): CalendarPoint | null {
  const year = Number(DAY.exec(text)?.[1] ?? 0);
  if (year < 1) return null;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && dayOf(parsed) === text ? { kind: 'day', text } : null;
}

/**
 * An ISO 8601 time as UTC text with its fraction; without an offset it is local time in `zone`. The
 * offset is applied here because DuckDB drops it: `CAST('2024-01-01T00:00:00+02:00' AS TIMESTAMP)` is midnight, not 22:00.
 */
export function readInstant(text: string, zone: Zone): CalendarPoint | null {
  const match = INSTANT.exec(text);
  if (match === null || readDay(match[1] ?? '') === null) return null;
  const [, day, minutes, seconds = '00', fraction = '', offset] = match;
  const colon =
    offset === undefined
      ? 'Z'
      : offset.length === 5
        ? `${offset.slice(0, 3)}:${offset.slice(3)}`
        : offset.toUpperCase();
  const at = new Date(`${day}T${minutes}:${seconds}${colon}`);
  if (Number.isNaN(at.getTime())) return null;
  return { kind: 'instant', text: `${secondOf(offset === undefined ? zone.toInstant(at) : at)}${fraction}` };
}

/** Where the day begins in `zone`, or the instant itself, as UTC text. */
export function instantText(point: CalendarPoint, zone: Zone): string {
  if (point.kind === 'instant') return point.text;
  return secondOf(zone.toInstant(readUtc(`${point.text} 00:00:00`)));
}

/** Local time in `zone` at the instant, or at the beginning of the day. */
export function wallText(point: CalendarPoint, zone: Zone): string {
  if (point.kind === 'day') return `${point.text} 00:00:00`;
  const [whole = '', fraction] = point.text.split('.');
  const wall = secondOf(zone.toWall(readUtc(whole)));
  return fraction === undefined ? wall : `${wall}.${fraction}`;
}

export function nextDay(day: string): string {
  return dayOf(step(new Date(`${day}T00:00:00Z`), 1, 'day'));
}

/** The UTC day of an instant. */
export function dayOf(at: Date): string {
  return isoOf(at).slice(0, -14);
}

/** UTC text of an instant, to the millisecond. */
export function instantOf(at: Date): string {
  return isoOf(at).slice(0, -1).replace('T', ' ');
}

function secondOf(at: Date): string {
  return instantOf(at).slice(0, -'.000'.length);
}

/** The last day of 9999 ends in 10000, which ISO 8601 writes `+010000` and DuckDB reads only as `10000`. */
function isoOf(at: Date): string {
  return at.toISOString().replace(/^\+0/, '');
}

function readUtc(text: string): Date {
  return new Date(`${/^\d{5}/.test(text) ? '+0' : ''}${text.replace(' ', 'T')}Z`);
}

const MINUTES: Readonly<Partial<Record<Grain, number>>> = { minute: 1, hour: 60, day: 1440, week: 10_080 };
const MONTHS: Readonly<Partial<Record<Grain, number>>> = { month: 1, quarter: 3, year: 12 };

/** `count` grains later (earlier when negative). The 31st plus a month is the last day of that month. */
export function step(from: Date, count: number, grain: Grain): Date {
  const minutes = MINUTES[grain];
  if (minutes !== undefined) return new Date(from.getTime() + count * minutes * 60_000);
  const to = new Date(from.getTime());
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + count * (MONTHS[grain] ?? 0));
  to.setUTCDate(
    Math.min(from.getUTCDate(), new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()),
  );
  return to;
}

/** The start of the minute … year that holds `at`; weeks start on Monday (ISO 8601). */
export function startOf(at: Date, grain: Grain): Date {
  if (grain === 'minute' || grain === 'hour') {
    const length = grain === 'minute' ? 60_000 : 3_600_000;
    return new Date(Math.floor(at.getTime() / length) * length);
  }
  const day = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
  if (grain === 'day') return day;
  if (grain === 'week') return step(day, -((day.getUTCDay() + 6) % 7), 'day');
  const months = MONTHS[grain] ?? 1;
  return new Date(Date.UTC(at.getUTCFullYear(), Math.floor(at.getUTCMonth() / months) * months, 1));
}
