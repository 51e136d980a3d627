import { literal } from '@svc/duckdb-sql';

/** How a text is parsed as a value of a type: the grammar that it must match, and the type it is cast to. */
interface TextType {
  readonly pattern: string;
  readonly cast: string;
}

const INTEGER = '(0|[1-9][0-9]*)';
const DATE = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const CLOCK = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,6})?)?';
const SPECIAL = '[+-]?([nN]a[nN]|[iI]nf(inity)?)';

/** Stricter than the engine's casts, which also take `1_000`, `0x1F`, `1.5` as an integer, or 24 o'clock. */
const TYPES: Readonly<Record<string, TextType>> = {
  boolean: { pattern: '(?i)true|false', cast: 'BOOLEAN' },
  // No leading zeros: 01234 is a code, and would lose its zero.
  integer: { pattern: `[+-]?${INTEGER}`, cast: 'BIGINT' },
  number: { pattern: `[+-]?(${INTEGER}(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?|${SPECIAL}`, cast: 'DOUBLE' },
  date: { pattern: DATE, cast: 'DATE' },
  time: { pattern: CLOCK, cast: 'TIME' },
  timestamp: { pattern: `${DATE}[T ]${CLOCK}`, cast: 'TIMESTAMP' },
  timestamptz: { pattern: `${DATE}[T ]${CLOCK}(Z|[+-][0-9]{2}(:[0-9]{2})?)`, cast: 'TIMESTAMPTZ' },
};

/** The types that can be inferred, most specific first; a column that fits none is a string. */
export const INFERRED = ['boolean', 'integer', 'number', 'date', 'timestamp', 'timestamptz', 'time'] as const;

/** SQL for the value of `text` (an SQL expression) as a type; null where the text is not such a value. */
export function textAs(text: string, type: string): string {
  if (type === 'string') return text;
  const { pattern, cast } = type.startsWith('decimal(') ? decimal(type) : known(type);
  const value = `TRY_CAST(${text} AS ${cast})`;
  // A number too large for a double would become infinite.
  const guarded =
    type === 'number'
      ? `CASE WHEN isinf(${value}) AND NOT regexp_full_match(${text}, ${literal(SPECIAL)}) THEN NULL ELSE ${value} END`
      : value;
  return `CASE WHEN regexp_full_match(${text}, ${literal(pattern)}) THEN ${guarded} END`;
}

/** SQL that is true when a text is a number with digits, not only NaN or infinity. */
export function hasDigits(text: string): string {
  return `regexp_matches(${text}, '[0-9]')`;
}

/** SQL that is true for an integer that does not fit in 64 bits. */
export function isWideInteger(text: string): string {
  return `(regexp_full_match(${text}, '[+-]?[1-9][0-9]{18,}') AND TRY_CAST(${text} AS BIGINT) IS NULL)`;
}

/** Digits beyond the declared scale would be rounded away, so they must be zeros. */
function decimal(type: string): TextType {
  const scale = /,(\d+)\)$/.exec(type)?.[1] ?? '0';
  const digits = scale === '0' ? '[0-9]+(\\.0*)?' : `[0-9]+(\\.[0-9]{0,${scale}}0*)?|\\.[0-9]{1,${scale}}0*`;
  return { pattern: `[+-]?(${digits})`, cast: type };
}

function known(type: string): TextType {
  const found = TYPES[type];
  if (found === undefined) throw new Error(`no text form for the column type ${type}`);
  return found;
}

/** What an error message says was expected. */
export function nounOf(type: string): string {
  if (type.startsWith('decimal(')) return `a ${type} (digits, no exponent, no more decimals than declared)`;
  const nouns: Readonly<Record<string, string>> = {
    boolean: 'true or false',
    integer: 'an integer of 64 bits',
    number: 'a number',
    date: 'a date (2013-01-31)',
    time: 'a time (05:17:00)',
    timestamp: 'a timestamp (2013-01-31T05:17:00)',
    timestamptz: 'a timestamp with a zone (2013-01-31T05:17:00Z)',
  };
  return nouns[type] ?? 'text';
}
