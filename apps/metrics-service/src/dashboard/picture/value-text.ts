import type { Column, Grain, Json, NumberFormat } from '@svc/contracts';

type Numeric = `${number}`;

/** True for a decimal number: values that a double cannot hold exactly travel as text. */
function isNumeric(text: string): text is Numeric {
  return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text);
}

/** The number a cell holds, as near as a double comes; null for anything else. */
export function numberOf(value: Json | undefined): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && isNumeric(value) ? Number(value) : null;
}

/** True for columns that hold numbers. */
export function isNumberColumn({ type }: Column): boolean {
  return type === 'integer' || type === 'number' || type.startsWith('decimal');
}

/** True for columns that hold days or moments. */
export function isTimeColumn({ type }: Column): boolean {
  return type === 'date' || type === 'timestamp' || type === 'timestamptz';
}

const MISSING = '–';

/** A number as people write it; text that is a number keeps every digit it has. */
export function numberText(value: number | string, { style = 'number', digits, unit }: Partial<NumberFormat> = {}): string {
  const exact = typeof value === 'number' ? value : isNumeric(value) ? value : null;
  if (exact === null) return String(value);
  const places = digits ?? usefulDigits(Number(exact) * (style === 'percent' ? 100 : 1));
  const fraction = digits === undefined ? { maximumFractionDigits: places } : { minimumFractionDigits: places, maximumFractionDigits: places };
  const written = new Intl.NumberFormat('en-US', style === 'compact' ? { notation: 'compact', ...(digits === undefined ? { maximumSignificantDigits: 3 } : fraction) } : style === 'percent' ? { style: 'percent', ...fraction } : fraction)
    .format(exact).replace('-', '−').replace(/%$/, ' %');
  return unit === undefined ? written : `${written} ${unit}`;
}

/** Four digits that say something: 1,234 and 12.35 and 0.001235. */
function usefulDigits(value: number): number {
  const size = Math.abs(value);
  if (size === 0 || !Number.isFinite(size)) return 0;
  return Math.min(10, Math.max(0, 3 - Math.floor(Math.log10(size))));
}

/** One number of digits for numbers that stand below each other: what the largest needs. */
export function alikeFormat(values: readonly (Json | undefined)[]): NumberFormat {
  const sizes = values.map((it) => Math.abs(numberOf(it) ?? 0));
  return { style: 'number', digits: usefulDigits(Math.max(0, ...sizes)) };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A moment as the grain it was cut by needs it: `Mar 2024`, `Q1 2024`, `2024-03-01 14:00`. */
export function timeText(text: string, grain: Grain | undefined): string {
  const [, year, month, day, clock] = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return text;
  if (grain === 'year') return year;
  if (grain === 'quarter') return `Q${Math.ceil(Number(month) / 3)} ${year}`;
  if (grain === 'month') return `${MONTHS[Number(month) - 1] ?? month} ${year}`;
  const time = clock === undefined || /^00:00(:00)?$/.test(clock) ? '' : ` ${clock.replace(/:00$/, '')}`;
  return `${year}-${month}-${day}${grain === 'day' || grain === 'week' ? '' : time}`;
}

/** A moment along an axis, by what is new in it: a year, a month, a day, a time. */
export function momentLabel(moment: number): string {
  const [day = '', clock = ''] = new Date(moment).toISOString().split('T');
  const [year = '', month = '', date = ''] = day.split('-');
  const monthName = MONTHS[Number(month) - 1] ?? '';
  if (!clock.startsWith('00:00:00')) return clock.slice(0, 5);
  if (date !== '01') return `${Number(date)} ${monthName}`;
  return month === '01' ? year : monthName;
}

/** Any cell as a line of text. */
export function cellText(value: Json | undefined, column: Column, format?: NumberFormat, grain?: Grain): string {
  if (value === null || value === undefined) return MISSING;
  if (isNumberColumn(column) && (typeof value === 'number' || typeof value === 'string')) return numberText(value, format ?? (column.type === 'integer' ? { digits: 0 } : {}));
  if (typeof value === 'string') return isTimeColumn(column) ? timeText(value, grain) : value;
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : JSON.stringify(value);
}

/** Milliseconds since 1970 of a day or moment; without an offset it is taken as UTC, as the query cut it. */
export function momentOf(value: Json | undefined): number | null {
  if (typeof value !== 'string') return null;
  const [, day, clock = '00:00:00', offset = 'Z'] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?(Z|[+-]\d{2}(?::?\d{2})?)?$/.exec(value) ?? [];
  if (day === undefined) return null;
  const moment = Date.parse(`${day}T${clock}${/^[+-]\d{2}$/.test(offset) ? `${offset}:00` : offset}`);
  return Number.isNaN(moment) ? null : moment;
}
