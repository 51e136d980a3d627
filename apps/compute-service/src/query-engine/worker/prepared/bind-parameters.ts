import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBPreparedStatement,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  listValue,
  SQLNULL,
  VARCHAR,
} from '@duckdb/node-api';
import { StatementRefused } from '../../../duckdb/engine-failure';

type Scalar = string | number | boolean;
export type Parameter = Scalar | null | readonly Scalar[];
export type Parameters = readonly Parameter[] | Readonly<Record<string, Parameter>>;

/** Binds `$1, $2, …` or `$name`; every parameter must be given and every given one used. */
export function bindParameters(statement: DuckDBPreparedStatement, parameters: Parameters): void {
  const given = new Map<string, Parameter>(
    isList(parameters) ? parameters.map((value, at) => [String(at + 1), value]) : Object.entries(parameters),
  );
  for (let index = 1; index <= statement.parameterCount; index += 1) {
    const name = nameOf(statement, index);
    const value = given.get(name);
    if (value === undefined) throw new StatementRefused(`The parameter $${name} has no value.`);
    given.delete(name);
    const [bound, type] = toDuckDB(value);
    statement.bindValue(index, bound, type);
  }
  const [unused] = given.keys();
  if (unused !== undefined) throw new StatementRefused(`The statement has no parameter $${unused}.`);
}

/** The engine counts only parameters that occur: with `$1` and `$3` the second has no name. */
function nameOf(statement: DuckDBPreparedStatement, index: number): string {
  try {
    return statement.parameterName(index);
  } catch (error) {
    throw new StatementRefused('Parameters are numbered $1, $2, … without a gap, or have names.', { cause: error });
  }
}

/** `Array.isArray` does not narrow read-only arrays. */
function isList<T>(value: readonly T[] | Scalar | Readonly<Record<string, Parameter>>): value is readonly T[] {
  return Array.isArray(value);
}

function toDuckDB(value: Parameter): [DuckDBValue, DuckDBType] {
  if (value === null) return [null, SQLNULL];
  if (!isList(value))
    return [typeof value === 'number' && typeOf(value) === BIGINT ? BigInt(value) : value, typeOf(value)];
  const type = elementType(value);
  return [
    listValue(value.map((item) => (type === BIGINT && typeof item === 'number' ? BigInt(item) : item))),
    LIST(type),
  ];
}

function elementType(values: readonly Scalar[]): DuckDBType {
  const types = new Set<DuckDBType>(values.map(typeOf));
  if (types.has(DOUBLE)) types.delete(BIGINT);
  const [first, second] = types;
  if (second !== undefined) throw new StatementRefused('The values of a list parameter must have one type.');
  return first ?? SQLNULL;
}

/** Whole numbers are bound as integers, so that comparing with an integer column stays exact. */
function typeOf(value: Scalar): DuckDBType {
  if (typeof value === 'string') return VARCHAR;
  if (typeof value === 'boolean') return BOOLEAN;
  return Number.isSafeInteger(value) ? BIGINT : DOUBLE;
}
