import type { Aggregation } from '@svc/contracts';

/** `AGG(column)` as another tool writes it; the column is not resolved yet. */
export interface ReadAggregate {
  readonly agg: Aggregation;
  /** Dataset and column, or the column alone; null for `COUNT(*)`. */
  readonly column: { readonly dataset: string | null; readonly name: string } | null;
}

/** A parsed metric expression: one aggregate, or one divided by another. */
export type ReadMetric = ReadAggregate | { readonly numerator: ReadAggregate; readonly denominator: ReadAggregate };

const NAME = '"(?:[^"]|"")+"|`[^`]+`|\\[[^\\]]+\\]|[A-Za-z_][\\w$]*';
const COLUMN = `(?:(${NAME})\\s*\\.\\s*)?(${NAME})`;
const CALL = /^(SUM|AVG|AVERAGE|MIN|MAX|MEDIAN|COUNT)\s*\(\s*(DISTINCT\b)?(.*)\)$/is;
const BARE = new RegExp(`^${COLUMN}$`, 's');
const COUNT_ROWS = /^COUNT\s*\(\s*(?:\*|1)\s*\)$/i;
const HALF = new RegExp(
  `^PERCENTILE_CONT\\s*\\(\\s*0?\\.50*\\s*\\)\\s*WITHIN\\s+GROUP\\s*\\(\\s*ORDER\\s+BY\\s+${COLUMN}(?:\\s+ASC)?\\s*\\)$`,
  'is',
);
const NULLIF = /^NULLIF\s*\((.*),\s*0(?:\.0*)?\s*\)$/is;

const AGGREGATIONS: Readonly<Record<string, Aggregation>> = {
  SUM: 'sum',
  AVG: 'average',
  AVERAGE: 'average',
  MIN: 'min',
  MAX: 'max',
  MEDIAN: 'median',
  COUNT: 'count',
};

/** Parses an expression; null for anything but one aggregate, or one divided by another. */
export function readMetricExpression(text: string): ReadMetric | null {
  const whole = unwrapped(text);
  const single = readAggregate(whole);
  if (single !== null) return single;
  const [left, right, ...more] = splitAt(whole, '/');
  if (left === undefined || right === undefined || more.length > 0) return null;
  const divisor = unwrapped(right);
  const numerator = readAggregate(unwrapped(left));
  const denominator = readAggregate(unwrapped(NULLIF.exec(divisor)?.[1] ?? divisor));
  return numerator === null || denominator === null ? null : { numerator, denominator };
}

function readAggregate(text: string): ReadAggregate | null {
  if (COUNT_ROWS.test(text)) return { agg: 'count', column: null };
  const half = HALF.exec(text);
  if (half !== null) return { agg: 'median', column: columnOf(half[1], half[2]) };
  const [, name = '', distinct, inside = ''] = CALL.exec(text) ?? [];
  const agg = AGGREGATIONS[name.toUpperCase()];
  const column = readColumn(inside);
  if (agg === undefined || column === null || (distinct !== undefined && agg !== 'count')) return null;
  return { agg: distinct === undefined ? agg : 'count_distinct', column };
}

function columnOf(dataset: string | undefined, name = ''): NonNullable<ReadAggregate['column']> {
  return { dataset: dataset === undefined ? null : unquoted(dataset), name: unquoted(name) };
}

/** The name inside its quotes. */
function unquoted(name: string): string {
  if (name.startsWith('"')) return name.slice(1, -1).replaceAll('""', '"');
  return name.startsWith('`') || name.startsWith('[') ? name.slice(1, -1) : name;
}

/** A plain column, as in a field's expression: quoted or not, with its dataset or not. Null for any computation. */
export function readColumn(text: string): ReadAggregate['column'] {
  const match = BARE.exec(unwrapped(text));
  return match === null ? null : columnOf(match[1], match[2]);
}

/** Without the enclosing parentheses. */
function unwrapped(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('(') || closingOf(trimmed) !== trimmed.length - 1) return trimmed;
  return unwrapped(trimmed.slice(1, -1));
}

/** Where the first parenthesis closes. */
function closingOf(text: string): number {
  let depth = 0;
  for (const index of outsideQuotes(text)) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth === 0) return index;
  }
  return -1;
}

/** Parts between operators outside of parentheses and quotes. */
function splitAt(text: string, sign: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const index of outsideQuotes(text)) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (text[index] !== sign || depth !== 0) continue;
    parts.push(text.slice(from, index));
    from = index + 1;
  }
  return [...parts, text.slice(from)];
}

function* outsideQuotes(text: string): Generator<number> {
  let quote: string | null = null;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index] ?? '';
    if (quote !== null) quote = letter === quote ? null : quote;
    else if (letter === '"' || letter === "'" || letter === '`') quote = letter;
    else yield index;
  }
}
