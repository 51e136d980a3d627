import type { DuckDBConnection, Json } from '@duckdb/node-api';
import { identifier, literal } from '@svc/duckdb-sql';
import { BAD_ROWS_TOLD, type BadRow } from '../ingest-work';
import { complaint, isPresent, type TypedColumn, typeColumns, valueOf } from './text/column-types';
import { BadRows, FileRefused } from './ingest-refused';
import type { TextSource } from './text/text-source';
import { writeParquet } from './write-parquet';

export interface StoredColumn {
  readonly name: string;
  readonly type: string;
}

/**
 * Writes a text file's rows to Parquet, each value in its column's type. All or nothing: the first bad value
 * stops the writing, and a second pass collects it and the others.
 */
export async function readText(
  connection: DuckDBConnection,
  source: TextSource,
  declared: Readonly<Record<string, string>>,
  output: string,
): Promise<StoredColumn[]> {
  const columns = await readable(typeColumns(connection, source, declared));
  const values = columns.map(
    (column) =>
      `CASE WHEN NOT ${isPresent(column)} THEN NULL WHEN ${valueOf(column)} IS NULL THEN error('a bad value') ELSE ${valueOf(column)} END AS ${identifier(column.name)}`,
  );
  const checked =
    source.rowProblem === 'NULL'
      ? ''
      : ` WHERE CASE WHEN ${source.rowProblem} IS NULL THEN true ELSE error('a bad row') END`;
  try {
    await writeParquet(connection, `SELECT ${values.join(', ')} FROM ${source.rows(false)}${checked}`, output);
  } catch (error) {
    await complain(connection, source, columns);
    throw error;
  }
  if ((await source.leftOut(connection)) > 0) await complain(connection, source, columns);
  return columns.map(({ name, type }) => ({ name, type }));
}

/** Throws what is wrong with the file, if the file is the cause. */
async function complain(
  connection: DuckDBConnection,
  source: TextSource,
  columns: readonly TypedColumn[],
): Promise<void> {
  const broken = await readable(source.brokenRows(connection));
  if (broken.length > 0) throw new BadRows(broken);
  const bad = await badValues(connection, source, columns);
  if (bad.length > 0) throw new BadRows(bad);
}

async function badValues(
  connection: DuckDBConnection,
  source: TextSource,
  columns: readonly TypedColumn[],
): Promise<BadRow[]> {
  const found: { row: number; column: string | null; message: string }[] = [];
  const bad = columns.map(
    (column) =>
      `CASE WHEN ${isPresent(column)} AND ${valueOf(column)} IS NULL THEN [${literal(column.name)}, ${complaint(column)}] END`,
  );
  const reader = await connection.runAndReadAll(
    `SELECT n, problem, bad FROM (SELECT n, ${source.rowProblem} AS problem, list_filter([${bad.join(', ')}], lambda x: x IS NOT NULL) AS bad FROM ${source.rows(true)})
     WHERE problem IS NOT NULL OR len(bad) > 0 ORDER BY n LIMIT ${String(BAD_ROWS_TOLD)}`,
  );
  for (const row of reader.getRowObjectsJson()) {
    const at = Number(row['n']);
    if (typeof row['problem'] === 'string') found.push({ row: at, column: null, message: row['problem'] });
    else if (Array.isArray(row['bad'])) for (const one of row['bad']) found.push({ row: at, ...complaintOf(one) });
  }
  const lines = await source.linesOf(connection, new Set(found.map(({ row }) => row)));
  return found
    .slice(0, BAD_ROWS_TOLD)
    .map(({ row, column, message }) => ({ line: lines.get(row) ?? null, column, message }));
}

function complaintOf(value: Json): { column: string; message: string } {
  const [column, message] = Array.isArray(value) ? value : [];
  if (typeof column !== 'string' || typeof message !== 'string')
    throw new Error('a bad value is told as its column and what is wrong');
  return { column, message };
}

/** The engine gives up on a file with mixed line endings, with an error message of its own. */
async function readable<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    if (error instanceof Error && error.message.includes('state machine reached an invalid state')) {
      throw new FileRefused('The line ends are not all the same (LF, CR LF or CR); write the file with one kind.');
    }
    throw error;
  });
}
