import type { Cell } from '../../scorer/flat/row-encoder';

/** A column of a version's signature. */
export interface SignedColumn {
  readonly name: string;
  /** As MLflow's schemas name types. */
  readonly type: string;
  /** Whether every row must have a value. */
  readonly required: boolean;
}

/** A cell as models take it, or what is wrong with it: in words that hold nothing of the cell. */
export type CellReading = { readonly cell: Cell } | { readonly wrong: string };

type ReadCell = (value: unknown) => CellReading;

const MAX_INT = 2_147_483_647;
const MICROSECONDS = 6;
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?)?$/;

const READS: Readonly<Record<string, ReadCell>> = {
  double: number,
  float: number,
  long: (value) => whole(value, Number.MAX_SAFE_INTEGER),
  integer: (value) => whole(value, MAX_INT),
  boolean: (value) => (typeof value === 'boolean' ? { cell: value } : { wrong: 'must be true or false' }),
  string: (value) => (typeof value === 'string' ? { cell: value } : { wrong: 'must be a text' }),
  datetime: moment,
};

/** Reads the cell of a row, as the signature says. `undefined`: the row does not have it. */
export function readCell({ type, required }: SignedColumn, value: unknown): CellReading {
  if (value === undefined) return { wrong: 'is missing; send null where a value is not known' };
  if (value === null) return required ? { wrong: 'must not be null' } : { cell: null };
  return READS[type]?.(value) ?? { wrong: 'is of a type that cannot be read' };
}

function number(value: unknown): CellReading {
  return typeof value === 'number' && Number.isFinite(value) ? { cell: value } : { wrong: 'must be a number' };
}

function whole(value: unknown, largest: number): CellReading {
  const fits = Number.isInteger(value) && typeof value === 'number' && Math.abs(value) <= largest;
  return fits ? { cell: value } : { wrong: `must be a whole number between ${-largest} and ${largest}` };
}

/** Seconds since 1970, in UTC unless the text says otherwise, to the microsecond. */
function moment(value: unknown): CellReading {
  const wrong = { wrong: 'must be a date or a date and time in ISO 8601, such as "2026-03-01T12:00:00Z"' };
  const [, day, minute = '00:00', second = '00', fraction = '', zone = 'Z'] =
    (typeof value === 'string' ? MOMENT.exec(value) : null) ?? [];
  if (day === undefined) return wrong;
  const ms = Date.parse(`${day}T${minute}:${second}${zone}`);
  // `Date.parse` takes 30 February for a day in March.
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(ms) || new Date(midnight).toISOString().slice(0, 10) !== day) return wrong;
  const micros = Number(fraction.slice(0, MICROSECONDS).padEnd(MICROSECONDS, '0'));
  return { cell: (ms * 1000 + micros) / 1e6 };
}
