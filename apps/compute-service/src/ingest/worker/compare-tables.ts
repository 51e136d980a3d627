import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier } from '@svc/duckdb-sql';
import { describeRelation, type EngineColumn } from '../../table/describe-relation';
import type { CompareWork } from '../ingest-work';
import { parquetRows } from './read-parquet';

export interface Comparison {
  readonly within: boolean;
  /** What differs and by how much, for the author. */
  readonly detail: string;
}

/**
 * Compares two canonical tables cell by cell: doubles may differ by `tolerance` times the larger of the two, everything
 * else must be equal. Ordered tables are paired by row; others after sorting by all columns that are not doubles and then
 * by the doubles. This pairs rows correctly unless several double columns tie; then it errs towards "differs".
 */
export async function compareTables(connection: DuckDBConnection, work: CompareWork): Promise<Comparison> {
  const columns = await describeRelation(connection, parquetRows(work.first));
  const others = await describeRelation(connection, parquetRows(work.second));
  if (JSON.stringify(columns) !== JSON.stringify(others))
    return { within: false, detail: 'The two runs returned different columns.' };
  const [first, second] = [await rowCount(connection, work.first), await rowCount(connection, work.second)];
  if (first !== second) return { within: false, detail: `The first run returned ${first} rows, the second ${second}.` };
  const facts = columns.map(
    (column, at) =>
      `${difference(column, at)} AS d${String(at)}, count(*) FILTER (WHERE a${String(at)} IS DISTINCT FROM b${String(at)}) AS n${String(at)}`,
  );
  const reader = await connection.runAndReadAll(
    `SELECT ${facts.join(', ')} FROM ${side('a', work.first, columns, work.ordered)} POSITIONAL JOIN ${side('b', work.second, columns, work.ordered)}`,
  );
  const [row = []] = reader.getRows();
  return verdict(columns, row.map(Number), work.tolerance);
}

async function rowCount(connection: DuckDBConnection, path: string): Promise<string> {
  return String((await connection.runAndReadAll(`SELECT count(*) FROM ${parquetRows(path)}`)).value(0, 0));
}

function side(letter: string, path: string, columns: readonly EngineColumn[], ordered: boolean): string {
  const list = columns.map(({ name }, at) => `${identifier(name)} AS ${letter}${String(at)}`).join(', ');
  const doublesLast = columns
    .map((column, at) => ({ at, isDouble: isDouble(column) }))
    .sort((one, other) => Number(one.isDouble) - Number(other.isDouble) || one.at - other.at);
  const order = ordered ? '' : ` ORDER BY ${doublesLast.map(({ at }) => `${letter}${String(at)}`).join(', ')}`;
  return `(SELECT ${list} FROM ${parquetRows(path)}${order})`;
}

/** The largest relative difference of a double column; for any other, infinite when a value differs. */
function difference(column: EngineColumn, at: number): string {
  const [a, b] = [`a${String(at)}`, `b${String(at)}`];
  const relative = isDouble(column)
    ? `WHEN isfinite(${a}) AND isfinite(${b}) THEN abs(${a} - ${b}) / greatest(abs(${a}), abs(${b}))`
    : '';
  return `coalesce(max(CASE WHEN ${a} IS NOT DISTINCT FROM ${b} THEN 0 ${relative} ELSE 'inf'::DOUBLE END), 0)`;
}

function isDouble(column: EngineColumn): boolean {
  return column.type === 'DOUBLE';
}

function verdict(columns: readonly EngineColumn[], numbers: readonly number[], tolerance: number): Comparison {
  const differing = columns
    .map(({ name }, at) => ({ name, largest: numbers[2 * at] ?? 0, count: numbers[2 * at + 1] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.largest - one.largest);
  const [worst] = differing;
  if (worst === undefined) return { within: true, detail: 'The two runs returned the same rows.' };
  const within = differing.every(({ largest }) => largest <= tolerance);
  const by = Number.isFinite(worst.largest)
    ? `by up to ${worst.largest.toPrecision(3)} relative to their size; the tolerance is ${String(tolerance)}`
    : 'in a way no tolerance covers';
  return {
    within,
    detail: `${String(worst.count)} values of "${worst.name}" differ ${by}${differing.length > 1 ? `; ${String(differing.length)} columns differ` : ''}.`,
  };
}
