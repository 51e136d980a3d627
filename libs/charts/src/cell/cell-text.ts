import type { Column, Grain, Json, NumberFormat } from '@svc/contracts';
import { isNumberColumn, isNumeric, isTimeColumn, numberOf, type Numeric } from './cell-value';

const MISSING = '–';

/** How a number is written; `most` are the most digits after the point where `digits` says none. */
type Writing = Partial<NumberFormat> & { readonly most?: number };

/** A number as people write it; text that is a number keeps every digit it has. What is not zero is never written as zero, unless `digits` asks for that. */
export function numberText(value: number | string, { unit, ...writing }: Writing = {}): string {
  const exact = typeof value === 'number' ? value : isNumeric(value) ? value : null;
  if (exact === null) return String(value);
  const percent = writing.style === 'percent';
  const written = new Intl.NumberFormat('en-US', {
    signDisplay: 'negative',
    ...(percent ? { style: 'percent' } : {}),
    ...placesOf(exact, writing),
  })
    .format(exact)
    .replaceAll('-', '−')
    .replace('E', 'e')
    .replace(/%$/, ' %');
  return unit === undefined ? written : `${written} ${unit}`;
}

/** Beyond these a power of ten says more than a row of zeros; a text has so many digits because they count. */
const TINY = 1e-6;
const VAST = { number: 1e21, percent: 1e19, compact: 1e15 } as const;

function placesOf(exact: number | Numeric, { style = 'number', digits, most }: Writing): Intl.NumberFormatOptions {
  const size = Math.abs(Number(exact)) * (style === 'percent' ? 100 : 1);
  const vast = size >= VAST[style] && (typeof exact === 'number' || style === 'compact');
  if (vast || (size > 0 && size < TINY && digits === undefined))
    return { notation: 'scientific', maximumSignificantDigits: style === 'compact' ? 3 : 4 };
  if (style === 'compact')
    return {
      notation: 'compact',
      ...(digits === undefined
        ? { maximumSignificantDigits: 3 }
        : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    };
  return digits === undefined
    ? { maximumFractionDigits: most ?? usefulDigits(size) }
    : { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

/** Four digits that say something: 1,234 and 12.35 and 0.001235. */
function usefulDigits(size: number): number {
  if (size === 0 || !Number.isFinite(size)) return 0;
  return Math.min(10, Math.max(0, 3 - Math.floor(Math.log10(size))));
}

/** Digits that the smallest of numbers below each other may lose to the largest: two are left of its four. */
const LOST = 2;

/** One number of digits for numbers that stand below each other: what the largest needs, and no zeros in all of them. None where that would round the small ones away. */
export function alikeFormat(values: readonly (Json | undefined)[]): NumberFormat | undefined {
  const sizes = values.map((it) => Math.abs(numberOf(it) ?? 0)).filter((it) => it > 0);
  const [digits, wanted] = [usefulDigits(Math.max(0, ...sizes)), usefulDigits(Math.min(...sizes))];
  if (Math.min(...sizes) < TINY || wanted - digits > LOST) return undefined;
  return {
    style: 'number',
    digits: Math.max(0, ...sizes.map((it) => String(Number(it.toFixed(digits))).split('.')[1]?.length ?? 0)),
  };
}

/** How a number is written where it has no room: rounded, and a share still as one. */
export function briefFormat(format: Partial<NumberFormat> | undefined): NumberFormat {
  return { style: format?.style === 'percent' ? 'percent' : 'compact' };
}

/** Names of months, the first at 0. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The clock that moments of a column are written by, where it is not that of the query: hours and minutes of a zone are instants. */
export function clockOf(column: Column): 'UTC' | '' {
  return column.type === 'timestamptz' ? 'UTC' : '';
}

/** A moment as the grain it was cut by needs it: `Mar 2024`, `Q1 2024`, `2024-03-01 14:00`. */
export function timeText(text: string, grain: Grain | undefined): string {
  const [, year, month, day, clock] = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return text;
  if (grain === 'year') return year;
  if (grain === 'quarter') return `Q${Math.ceil(Number(month) / 3)} ${year}`;
  if (grain === 'month') return `${MONTHS[Number(month) - 1] ?? month} ${year}`;
  const midnight = grain !== 'hour' && grain !== 'minute' && /^00:00(:00)?$/.test(clock ?? '');
  const time = clock === undefined || midnight ? '' : ` ${clock.replace(/:00$/, '')}`;
  return `${year}-${month}-${day}${grain === 'day' || grain === 'week' ? '' : time}`;
}

/** Any cell as a line of text. */
export function cellText(value: Json | undefined, column: Column, format?: NumberFormat, grain?: Grain): string {
  if (value === null || value === undefined) return MISSING;
  if (isNumberColumn(column) && (typeof value === 'number' || typeof value === 'string'))
    return numberText(value, format ?? (column.type === 'integer' ? { digits: 0 } : {}));
  if (typeof value === 'string') return isTimeColumn(column) ? timeText(value, grain) : value;
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : JSON.stringify(value);
}
