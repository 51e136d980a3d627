import { type Invocation, jsonPointer, ProblemError, type ProblemItem } from '@svc/contracts';
import type { Cell } from '../../scorer/flat/row-encoder';
import { readCell, type SignedColumn } from './typed-cell';

/** As many as a person reads. */
const MAX_ERRORS = 20;

type Path = readonly (string | number)[];

/** The rows of a payload: how many, and where the cell of a row and column is. */
interface Framed {
  readonly length: number;
  /** What is wrong with a row as a whole. */
  readonly flaw: (row: number) => { readonly at: Path; readonly message: string } | null;
  readonly cell: (row: number, column: number) => { readonly at: Path; readonly value: unknown };
}

/**
 * The rows of a payload, each with a cell for every column of the signature, in its order; other columns are left out. Refuses with
 * a pointer to every cell that does not fit, up to twenty. Refusals hold nothing of the data.
 */
export function readRows(body: Invocation, signature: readonly SignedColumn[]): Cell[][] {
  const framed = framedRows(body, signature);
  const errors: ProblemItem[] = [];
  const note = (at: Path, message: string) => errors.push({ pointer: jsonPointer(['body', ...at]), message });
  const rows: Cell[][] = [];
  for (let row = 0; row < framed.length && errors.length < MAX_ERRORS; row += 1) {
    const flaw = framed.flaw(row);
    if (flaw === null) rows.push(readRow(framed, row, signature, note));
    else note(flaw.at, flaw.message);
  }
  if (errors.length > 0) throw misfit(errors);
  return rows;
}

function readRow(
  framed: Framed,
  row: number,
  signature: readonly SignedColumn[],
  note: (at: Path, message: string) => void,
): Cell[] {
  return signature.map((column, i) => {
    const { at, value } = framed.cell(row, i);
    const reading = readCell(column, value);
    if ('cell' in reading) return reading.cell;
    note(at, reading.wrong);
    return null;
  });
}

function misfit(errors: readonly ProblemItem[]): ProblemError {
  return new ProblemError('invalid-request', 'The rows do not fit the signature of the model; see "errors".', {
    errors: errors.slice(0, MAX_ERRORS),
  });
}

/** How many rows were sent; null if that cannot be said. */
export function countRows(body: Invocation): number | null {
  const { dataframe_split, dataframe_records, instances, inputs } = body;
  const rows = dataframe_split?.data ?? dataframe_records ?? instances ?? inputs;
  if (Array.isArray(rows)) return rows.length;
  const [first] = Object.values(rows ?? {});
  return first === undefined ? 0 : Array.isArray(first) ? first.length : 1;
}

function framedRows(body: Invocation, signature: readonly SignedColumn[]): Framed {
  const { dataframe_split, dataframe_records, instances, inputs } = body;
  if (dataframe_split !== undefined) return splitRows(dataframe_split, signature);
  if (dataframe_records !== undefined) return listedRows(['dataframe_records'], dataframe_records, signature);
  if (instances !== undefined) return listedRows(['instances'], instances, signature);
  if (Array.isArray(inputs)) return listedRows(['inputs'], inputs, signature);
  return columnRows(inputs ?? {}, signature);
}

function splitRows(
  { columns, data }: NonNullable<Invocation['dataframe_split']>,
  signature: readonly SignedColumn[],
): Framed {
  const twice = columns.flatMap((name, i) =>
    columns.indexOf(name) === i ? [] : [{ pointer: `/body/dataframe_split/columns/${i}`, message: 'is named twice' }],
  );
  if (twice.length > 0) throw misfit(twice);
  requireColumns(['dataframe_split', 'columns'], signature, (name) => columns.includes(name));
  const places = signature.map(({ name }) => columns.indexOf(name));
  const path = (row: number): Path => ['dataframe_split', 'data', row];
  return {
    length: data.length,
    flaw: (row) =>
      data[row]?.length === columns.length
        ? null
        : { at: path(row), message: `must have ${columns.length} cells, one for each column` },
    cell: (row, column) => {
      const place = places[column] ?? 0;
      return { at: [...path(row), place], value: data[row]?.[place] };
    },
  };
}

/** Rows as objects, or as cells in order of the signature. */
function listedRows(path: Path, rows: readonly unknown[], signature: readonly SignedColumn[]): Framed {
  return {
    length: rows.length,
    flaw: (row) => {
      const it = rows[row];
      const at = [...path, row];
      if (!Array.isArray(it)) return isRecord(it) ? null : { at, message: 'must be an object or a list of cells' };
      return it.length === signature.length
        ? null
        : { at, message: `must have ${signature.length} cells, one for each column of the signature` };
    },
    cell: (row, column) => {
      const it = rows[row];
      if (Array.isArray(it)) return { at: [...path, row, column], value: it[column] };
      const name = signature[column]?.name ?? '';
      return { at: [...path, row, name], value: isRecord(it) && Object.hasOwn(it, name) ? it[name] : undefined };
    },
  };
}

/** Cells by column: lists of the same length, or for one row the cells themselves. */
function columnRows(inputs: Readonly<Record<string, unknown>>, signature: readonly SignedColumn[]): Framed {
  requireColumns(['inputs'], signature, (name) => Object.hasOwn(inputs, name));
  const columns = signature.map(({ name }) => inputs[name]);
  const listed = columns.some((it) => Array.isArray(it));
  const lengths = columns.map((it) => (Array.isArray(it) ? it.length : 1));
  const length = lengths[0] ?? 0;
  const odd = columns.findIndex((it, i) => lengths[i] !== length || Array.isArray(it) !== listed);
  if (odd >= 0)
    throw misfit([
      {
        pointer: jsonPointer(['body', 'inputs', signature[odd]?.name ?? '']),
        message: `must be a list of ${length} cells`,
      },
    ]);
  return {
    length,
    flaw: () => null,
    cell: (row, column) => {
      const it = columns[column];
      const at = ['inputs', signature[column]?.name ?? ''];
      return Array.isArray(it) ? { at: [...at, row], value: it[row] } : { at, value: it };
    },
  };
}

function requireColumns(path: Path, signature: readonly SignedColumn[], has: (name: string) => boolean): void {
  const missing = signature.filter(({ name }) => !has(name));
  if (missing.length === 0) return;
  throw misfit(
    missing.map(({ name }) => ({
      pointer: jsonPointer(['body', ...path, name]),
      message: 'is a column of the signature and is missing',
    })),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
