import { numbers } from '../statistics/rows';
import type { Column } from './column';

const DATE = /^\d{4}-\d{2}(-\d{2})?$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** An ISO 8601 date or timestamp as milliseconds UTC, else NaN. A time without a zone is taken as UTC. */
export function parseTime(text: string): number {
  if (DATE.test(text)) return checkedDate(text, Date.parse(text));
  if (!TIMESTAMP.test(text)) return NaN;
  const iso = text.replace(' ', 'T');
  return checkedDate(text, Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`));
}

/** Date.parse rolls 2024-02-30 over to March; that is not a date. */
function checkedDate(text: string, time: number): number {
  const day = Number(text.slice(8, 10) || '1');
  const month = Number(text.slice(5, 7));
  const lastDay = new Date(Date.UTC(Number(text.slice(0, 4)), month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay ? time : NaN;
}

/** The column as points in time (dates, timestamps or plain numbers), or null when it holds other text. */
export function timeValuesOf(column: Column): Float64Array | null {
  if (column.type !== 'string') return column.type === 'boolean' ? null : column.values;
  const parsed = column.levels.map((level) => (/^-?\d+(\.\d+)?$/.test(level) ? Number(level) : parseTime(level)));
  if (parsed.some(Number.isNaN)) return null;
  const { codes } = column;
  return numbers(codes.length, (i) => parsed[codes[i] ?? -1] ?? NaN);
}
