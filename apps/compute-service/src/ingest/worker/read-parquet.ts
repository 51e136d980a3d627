import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier, literal } from '@svc/duckdb-sql';
import { canonicalColumn, type CanonicalColumn } from '../../table/canonical-column';
import { checkColumnNames } from '../../table/column-names';
import { describeRelation } from '../../table/describe-relation';
import { FileRefused } from './ingest-refused';
import type { StoredColumn } from './read-text';
import { writeParquet } from './write-parquet';

/** With more row groups than this they must not be small. */
const MAX_SMALL_ROW_GROUPS = 1_000;
const MIN_ROWS_PER_GROUP = 1_000;

/** Copies an untrusted Parquet file in canonical types. Nothing of the file itself is kept: its footers may lie. */
export async function readParquet(
  connection: DuckDBConnection,
  path: string,
  declared: Readonly<Record<string, string>>,
  output: string,
): Promise<StoredColumn[]> {
  const footer = await connection.runAndReadAll(
    `SELECT num_rows, num_row_groups FROM parquet_file_metadata(${literal(path)})`,
  );
  checkRowGroups(Number(footer.value(0, 0)), Number(footer.value(1, 0)));
  const from = parquetRows(path);
  const columns = await describeRelation(connection, from);
  checkColumnNames(columns.map((column) => column.name));
  const stored = columns.map(({ name, type }) => canonicalColumn(name, type));
  checkDeclared(stored, declared);
  await writeParquet(
    connection,
    `SELECT ${stored.map(({ name, sql }) => `${sql} AS ${identifier(name)}`).join(', ')} FROM ${from}`,
    output,
  );
  return stored.map(({ name, type }) => ({ name, type }));
}

/**
 * Refuses a file of very many very small row groups. Each costs a few milliseconds per column, however few rows
 * it has: 30,000 of them in 6.6 MB took minutes. The largest table we store has fewer than 2,000 of the usual size.
 */
export function checkRowGroups(rows: number, groups: number): void {
  if (groups <= MAX_SMALL_ROW_GROUPS || rows / groups >= MIN_ROWS_PER_GROUP) return;
  throw new FileRefused(
    `The Parquet file has ${String(groups)} row groups of ${String(Math.round(rows / groups))} rows on average. Write it with larger row groups; 100,000 rows are usual.`,
  );
}

/** SQL for a Parquet file's rows that takes no columns from its path (hive partitioning). */
export function parquetRows(path: string): string {
  return `read_parquet(${literal(path)}, hive_partitioning = false)`;
}

function checkDeclared(columns: readonly CanonicalColumn[], declared: Readonly<Record<string, string>>): void {
  for (const [name, type] of Object.entries(declared)) {
    const column = columns.find((one) => one.name === name);
    if (column === undefined)
      throw new FileRefused(`The column "${name}" is declared, but the file has none of that name.`);
    if (column.type !== type)
      throw new FileRefused(
        `The column "${name}" is declared ${type}, but the Parquet file says ${column.type}; cast it where the file is written.`,
      );
  }
}
