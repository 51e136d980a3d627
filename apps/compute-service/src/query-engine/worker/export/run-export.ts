import type { DuckDBConnection } from '@duckdb/node-api';
import { StatementRefused } from '../../../duckdb/engine-failure';
import { type CanonicalColumn, canonicalColumn } from '../../../table/canonical-column';
import { checkColumnNames } from '../../../table/column-names';
import { describe } from '../../../table/describe.sql';
import { describedColumns } from '../../../table/describe-relation';
import type { ExportWork } from '../../query-work';
import { withoutEnd } from '../../statement/statement-text';
import type { Exported } from './exported';
import type { QuerySession } from '../query-session';
import { withFailureReason } from '../rows/read-chunks';
import { withPrepared } from '../prepared/with-prepared';
import { writeArrow } from './write-arrow';
import { anyBeyond, copyOf, firstOf, storedRows } from '../written-rows.sql';

/** Streams the rows of one statement to a file, in the types a stored table may have, without collecting them in memory. */
export async function runExport(session: QuerySession, work: ExportWork): Promise<Exported> {
  const { sql, explains } = await session.prepare(work);
  if (explains) throw new StatementRefused('EXPLAIN does not return a table; ask for JSON.');
  const { connection } = session;
  const inner = `(${withoutEnd(sql)}\n)`;
  const columns = await columnsOf(connection, inner, work);
  const select = storedRows(columns, inner);
  return work.form === 'arrow'
    ? exportArrow(connection, select, columns, work)
    : exportByCopy(connection, select, work.form, work);
}

async function columnsOf(
  connection: DuckDBConnection,
  inner: string,
  { parameters }: ExportWork,
): Promise<CanonicalColumn[]> {
  const described = await withPrepared(connection, describe(inner), parameters, (it) => it.runAndReadAll());
  const columns = describedColumns(described).map(({ name, type }) => canonicalColumn(name, type));
  checkColumnNames(columns.map((column) => column.name));
  return columns;
}

async function exportArrow(
  connection: DuckDBConnection,
  select: string,
  columns: readonly CanonicalColumn[],
  { parameters, limit, path }: ExportWork,
): Promise<Exported> {
  // Without a LIMIT, which would collect all rows before returning the first: the writer stops when it has enough.
  return withFailureReason(connection, select, parameters, () =>
    withPrepared(connection, select, parameters, async (it) => writeArrow(await it.stream(), columns, limit, path)),
  );
}

async function exportByCopy(
  connection: DuckDBConnection,
  select: string,
  form: 'csv' | 'parquet',
  { parameters, limit, path }: ExportWork,
): Promise<Exported> {
  const rows = Number(
    (
      await withPrepared(connection, copyOf(firstOf(select, limit), path, form), parameters, (it) => it.runAndReadAll())
    ).value(0, 0),
  );
  if (rows < limit) return { rows, truncated: false };
  return {
    rows,
    truncated:
      (await withPrepared(connection, anyBeyond(select, limit), parameters, (it) => it.runAndReadAll()))
        .currentRowCount > 0,
  };
}
