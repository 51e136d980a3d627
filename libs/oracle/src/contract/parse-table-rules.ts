import { isList, isObject } from '../claim/problem';
import { type CrossColumn, type ForeignKey, OPERATORS, type TableRules } from './data-contract';
import type { Path, Reader } from './reader';

const RESOURCE = /^[A-Za-z][A-Za-z0-9_-]*$/;
const ROOT: Path = ['table'];
const KEYS = [
  'primaryKey',
  'uniqueKeys',
  'foreignKeys',
  'rowCount',
  'columnsMatch',
  'freshness',
  'volume',
  'rules',
] as const;

/** Reads the rules that speak about the table as a whole. */
export function parseTableRules(value: unknown, fields: readonly string[], reader: Reader): TableRules {
  if (!isObject(value)) {
    reader.problems.add(ROOT, 'must be an object');
    return {};
  }
  reader.keys(value, ROOT, KEYS);
  const primaryKey =
    value.primaryKey === undefined ? undefined : reader.fieldNames(value.primaryKey, [...ROOT, 'primaryKey'], fields);
  const columnsMatch = reader.flag(value, 'columnsMatch', ROOT);
  const rowCount = range(value.rowCount, 'rowCount', ['min', 'max'], reader, true);
  const volume = range(value.volume, 'volume', ['maxDrop', 'maxRise'], reader, false);
  const freshness = parseFreshness(value.freshness, fields, reader);
  return {
    ...(primaryKey === undefined ? {} : { primaryKey }),
    ...parseLists(value, fields, reader),
    ...(columnsMatch === undefined ? {} : { columnsMatch }),
    ...(rowCount === undefined ? {} : { rowCount: bounds(rowCount, 'min', 'max') }),
    ...(volume === undefined ? {} : { volume: bounds(volume, 'maxDrop', 'maxRise') }),
    ...(freshness === undefined ? {} : { freshness }),
  };
}

function parseLists(value: Readonly<Record<string, unknown>>, fields: readonly string[], reader: Reader): TableRules {
  const { uniqueKeys, foreignKeys, rules } = value;
  const uniqueKey = (key: unknown, i: number): readonly string[] =>
    reader.fieldNames(key, [...ROOT, 'uniqueKeys', i], fields) ?? [];
  const foreignKey = (key: unknown, i: number): ForeignKey | readonly [] =>
    parseForeignKey(key, i, fields, reader) ?? [];
  const rule = (item: unknown, i: number): CrossColumn | readonly [] => parseRule(item, i, fields, reader) ?? [];
  return {
    ...(uniqueKeys === undefined ? {} : { uniqueKeys: list(uniqueKeys, 'uniqueKeys', reader).map(uniqueKey) }),
    ...(foreignKeys === undefined ? {} : { foreignKeys: list(foreignKeys, 'foreignKeys', reader).flatMap(foreignKey) }),
    ...(rules === undefined ? {} : { rules: list(rules, 'rules', reader).flatMap(rule) }),
  };
}

function list(value: unknown, key: string, reader: Reader): readonly unknown[] {
  if (isList(value)) return value;
  reader.problems.add([...ROOT, key], 'must be a list');
  return [];
}

function range(
  value: unknown,
  key: string,
  ends: readonly [string, string],
  reader: Reader,
  whole: boolean,
): Readonly<Record<string, number>> | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) {
    reader.problems.add([...ROOT, key], 'must be an object');
    return undefined;
  }
  reader.keys(value, [...ROOT, key], ends);
  const found: Record<string, number> = {};
  for (const end of ends) {
    const number = reader.number(value, end, [...ROOT, key], { whole, least: 0 });
    if (number !== undefined) found[end] = number;
  }
  if (Object.keys(value).length === 0) reader.problems.add([...ROOT, key], `needs ${ends.join(' or ')}`);
  return found;
}

function bounds<A extends string, B extends string>(
  found: Readonly<Record<string, number>>,
  a: A,
  b: B,
): { readonly [K in A | B]?: number } {
  const result: { [K in A | B]?: number } = {};
  for (const key of [a, b]) {
    const value = found[key];
    if (value !== undefined) result[key] = value;
  }
  return result;
}

function parseFreshness(value: unknown, fields: readonly string[], reader: Reader): TableRules['freshness'] {
  if (value === undefined) return undefined;
  const path = [...ROOT, 'freshness'];
  if (!isObject(value)) {
    reader.problems.add(path, 'must be {field, maxAgeHours}');
    return undefined;
  }
  reader.keys(value, path, ['field', 'maxAgeHours']);
  const [field] = reader.fieldNames([value.field], path, fields) ?? [];
  const maxAgeHours = reader.number(value, 'maxAgeHours', path, { least: 0 });
  if (maxAgeHours === undefined) reader.problems.add(path, 'needs maxAgeHours');
  return field === undefined || maxAgeHours === undefined ? undefined : { field, maxAgeHours };
}

function parseForeignKey(value: unknown, i: number, fields: readonly string[], reader: Reader): ForeignKey | undefined {
  const path = [...ROOT, 'foreignKeys', i];
  const reference = isObject(value) ? value.reference : undefined;
  if (!isObject(value) || !isObject(reference)) {
    reader.problems.add(path, 'must be {fields, reference: {resource, fields}}');
    return undefined;
  }
  reader.keys(value, path, ['fields', 'reference']);
  reader.keys(reference, [...path, 'reference'], ['resource', 'fields']);
  const own = reader.fieldNames(value.fields, [...path, 'fields'], fields);
  const theirs =
    isList(reference.fields) && reference.fields.every((item) => typeof item === 'string')
      ? reference.fields.map(String)
      : [];
  const { resource } = reference;
  if (typeof resource !== 'string' || !RESOURCE.test(resource))
    reader.problems.add([...path, 'reference', 'resource'], 'must be a name of letters, digits, "_" and "-"');
  if (own !== undefined && theirs.length !== own.length)
    reader.problems.add([...path, 'reference', 'fields'], 'must match the fields one by one');
  return own === undefined || typeof resource !== 'string'
    ? undefined
    : { fields: own, reference: { resource, fields: theirs } };
}

function parseRule(value: unknown, i: number, fields: readonly string[], reader: Reader): CrossColumn | undefined {
  const path = [...ROOT, 'rules', i];
  const right = isObject(value) ? value.right : undefined;
  if (!isObject(value) || !isObject(right)) {
    reader.problems.add(path, 'must be {left, operator, right: {field} or {value}}');
    return undefined;
  }
  reader.keys(value, path, ['name', 'left', 'operator', 'right']);
  reader.keys(right, [...path, 'right'], ['field', 'value']);
  const name = reader.text(value, 'name', path, { max: 256 });
  const [left] = reader.fieldNames([value.left], [...path, 'left'], fields) ?? [];
  const operator = OPERATORS.find((known) => known === value.operator);
  if (operator === undefined) reader.problems.add([...path, 'operator'], `must be one of ${OPERATORS.join(' ')}`);
  const { field, value: constant } = right;
  const isScalar = typeof constant === 'string' || typeof constant === 'number' || typeof constant === 'boolean';
  if ((field === undefined) === !isScalar)
    reader.problems.add([...path, 'right'], 'must have either a field or a value');
  const named = field === undefined ? [] : (reader.fieldNames([field], [...path, 'right', 'field'], fields) ?? []);
  const [other] = named;
  if (left === undefined || operator === undefined) return undefined;
  const side = other === undefined ? (isScalar ? { value: constant } : null) : { field: other };
  return side === null ? undefined : { left, operator, right: side, ...(name === undefined ? {} : { name }) };
}
