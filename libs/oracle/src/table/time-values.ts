import { numbers } from '../statistics/sample/rows';
import type { Column } from './column';

/**
 * An ISO 8601 month, date or timestamp, in the syntax that JavaScript and RE2 share. Groups: year, month, day, hour,
 * minute, second, fraction, zone. Whether the month has the day is checked apart.
 */
export const MOMENT =
  '^(\\d{4})-(0[1-9]|1[0-2])(?:-(\\d{2})(?:[T ]([01]\\d|2[0-3]):([0-5]\\d)(?::([0-5]\\d)(\\.\\d{1,9})?)?(Z|[+-](?:[01]\\d|2[0-3]):?[0-5]\\d)?)?)?$';
/** Milliseconds since 1970 written as a plain number. */
export const MILLISECONDS = '^-?\\d+(?:\\.\\d+)?$';

const MOMENT_TEXT = new RegExp(MOMENT);
const MILLISECONDS_TEXT = new RegExp(MILLISECONDS);

/** An ISO 8601 month, date or timestamp as milliseconds UTC, else NaN. A time without a zone is taken as UTC. */
export function parseTime(text: string): number {
  const parts = MOMENT_TEXT.exec(text);
  if (parts === null) return NaN;
  const part = (group: number): number => Number(parts[group] ?? '0');
  const [year, month, day] = [part(1), part(2), Number(parts[3] ?? '1')];
  if (day < 1 || day > daysIn(year, month)) return NaN;
  const date = new Date(0).setUTCFullYear(year, month - 1, day);
  const millisecond = Number((parts[7] ?? '.0').slice(1, 4).padEnd(3, '0'));
  return date + ((part(4) * 60 + part(5) - zoneMinutes(parts[8])) * 60 + part(6)) * 1000 + millisecond;
}

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function zoneMinutes(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const minutes = 60 * Number(zone.slice(1, 3)) + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** The column as points in time (dates, timestamps or plain numbers), or null when it holds other text. */
export function timeValuesOf(column: Column): Float64Array | null {
  if (column.type !== 'string') return column.type === 'boolean' ? null : column.values;
  const parsed = column.levels.map((level) => (MILLISECONDS_TEXT.test(level) ? Number(level) : parseTime(level)));
  if (parsed.some(Number.isNaN)) return null;
  const { codes } = column;
  return numbers(codes.length, (i) => parsed[codes[i] ?? -1] ?? NaN);
}
