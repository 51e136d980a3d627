import type { Column, ColumnType } from './column';
import { Table } from './table';

/** Values of one column: numbers, bigints, strings, booleans, Dates; null, undefined, NaN and ±Infinity are missing. */
export interface ColumnInput {
  readonly name: string;
  readonly values: ArrayLike<unknown>;
  /** Told by the caller or, when absent, read from the values. */
  readonly type?: ColumnType;
}

/**
 * A table from columns of equal length, as a list (keeps order) or as a record name → values. Typed arrays are not
 * copied when they already have the stored form.
 */
export function tableFromColumns(input: readonly ColumnInput[] | Readonly<Record<string, ArrayLike<unknown>>>): Table {
  const list: readonly ColumnInput[] = isList(input)
    ? input
    : Object.entries(input).map(([name, values]) => ({ name, values }));
  const rowCount = list[0]?.values.length ?? 0;
  const seen = new Set<string>();
  for (const { name, values } of list) {
    if (values.length !== rowCount)
      throw new RangeError(`column "${name}" has ${values.length} rows, the first has ${rowCount}`);
    if (seen.has(name)) throw new RangeError(`column "${name}" occurs twice`);
    seen.add(name);
  }
  return new Table(list.map(buildColumn), rowCount);
}

function isList(
  input: readonly ColumnInput[] | Readonly<Record<string, ArrayLike<unknown>>>,
): input is readonly ColumnInput[] {
  return Array.isArray(input);
}

function buildColumn({ name, values, type }: ColumnInput): Column {
  if (values instanceof Float64Array && type !== 'string') {
    return { name, type: type ?? 'number', values: values.every(finiteOrMissing) ? values : values.map(finite) };
  }
  const seen = type ?? typeOf(values);
  if (seen === 'string') return textColumn(name, values);
  return { name, type: seen, values: Float64Array.from(values, numberOf) };
}

function finiteOrMissing(value: number): boolean {
  return Number.isFinite(value) || Number.isNaN(value);
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : NaN;
}

function typeOf(values: ArrayLike<unknown>): ColumnType {
  let found: ColumnType | null = null;
  for (let i = 0; i < values.length; i++) {
    const type = typeOfValue(values[i]);
    if (type === null || type === found) continue;
    if (found !== null) return 'string';
    found = type;
  }
  return found ?? 'number';
}

function typeOfValue(value: unknown): ColumnType | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'bigint') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return value instanceof Date ? 'time' : 'string';
}

function numberOf(value: unknown): number {
  if (value === null || value === undefined || value === '') return NaN;
  if (value instanceof Date) return value.getTime();
  return finite(Number(value));
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : JSON.stringify(value);
}

function textColumn(name: string, values: ArrayLike<unknown>): Column {
  const places = new Map<string, number>();
  const codes = Int32Array.from(values, (value) => {
    const text = textOf(value);
    if (text === null) return -1;
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  });
  return { name, type: 'string', codes, levels: [...places.keys()] };
}
