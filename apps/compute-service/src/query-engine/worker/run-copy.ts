import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier } from '@svc/duckdb-sql';
import { StatementRefused } from '../../duckdb/engine-failure';
import { canonicalColumn } from '../../table/canonical-column';
import { checkColumnNames } from '../../table/column-names';
import { describeRelation } from '../../table/describe-relation';
import type { CopyWork } from '../query-work';
import type { QuerySession } from './query-session';
import { copyOf, storedRows } from './written-rows.sql';

/** No user can name it: object names contain no space. */
const RESULT = 'the result';

/** Runs one statement into a Parquet file; rows stream from scan to file inside the engine and do not fill memory. */
export async function runCopy(session: QuerySession, work: CopyWork): Promise<{ readonly rows: number }> {
  const { sql, explains, unsettled } = await session.prepare(work);
  if (explains) throw new StatementRefused('EXPLAIN does not return a table; send only the SELECT.');
  if (work.settled) refuseUnsettled(unsettled);
  return session.withView(RESULT, sql, () => writeResult(session.connection, work.path));
}

function refuseUnsettled([first]: readonly string[]): void {
  if (first === undefined) return;
  throw new StatementRefused(
    `A derivation must give the same rows in every run, but ${first} does not. Make the time or the random choice a parameter of the derivation, and bind it in the query.`,
  );
}

async function writeResult(connection: DuckDBConnection, path: string): Promise<{ readonly rows: number }> {
  const columns = await describeRelation(connection, identifier(RESULT));
  checkColumnNames(columns.map((column) => column.name));
  const rows = storedRows(
    columns.map(({ name, type }) => canonicalColumn(name, type)),
    identifier(RESULT),
  );
  const written = await connection.runAndReadAll(copyOf(rows, path, 'parquet'));
  return { rows: Number(written.value(0, 0)) };
}
