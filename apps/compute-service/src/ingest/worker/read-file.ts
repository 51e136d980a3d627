import type { DuckDBConnection } from '@duckdb/node-api';
import { tableHash } from '../../table-identity/table-hash';
import type { AdoptWork, IdentifyWork, IngestWork } from '../ingest-work';
import { canonicalColumn } from '../../table/canonical-column';
import { describeRelation } from '../../table/describe-relation';
import { CsvSource } from './text/csv-source';
import { checkFileKind } from './file-kind';
import { FileRefused } from './ingest-refused';
import { JsonLinesSource } from './text/jsonl-source';
import { parquetRows, readParquet } from './read-parquet';
import { readText, type StoredColumn } from './read-text';

/** A stored table without its object's name. */
export interface StoredRows {
  readonly columns: readonly StoredColumn[];
  readonly rows: number;
  readonly data_hash: string;
}

/** Reads an uploaded file of any format into a canonical Parquet file. */
export async function ingest(connection: DuckDBConnection, work: IngestWork): Promise<StoredRows> {
  await checkFileKind(work.path, work.format);
  const columns = await readRows(connection, work);
  return identified(connection, columns, { ...work, ordered: false, path: work.output });
}

/** Reads a derivation's Parquet output into a canonical one. */
export async function adopt(connection: DuckDBConnection, work: AdoptWork): Promise<StoredRows> {
  await checkFileKind(work.path, 'parquet');
  const columns = await readParquet(connection, work.path, {}, work.output);
  return identified(connection, columns, { ...work, path: work.output });
}

/** The identity of a Parquet file that the query path wrote. */
export async function identify(connection: DuckDBConnection, work: IdentifyWork): Promise<StoredRows> {
  const columns = (await describeRelation(connection, parquetRows(work.path))).map(({ name, type }) =>
    canonicalColumn(name, type),
  );
  return identified(
    connection,
    columns.map(({ name, type }) => ({ name, type })),
    work,
  );
}

async function readRows(connection: DuckDBConnection, work: IngestWork): Promise<StoredColumn[]> {
  switch (work.format) {
    case 'csv':
      return readText(connection, await CsvSource.open(work), work.declared, work.output);
    case 'jsonl':
      return readText(connection, await JsonLinesSource.open(connection, work), work.declared, work.output);
    case 'parquet':
      return readParquet(connection, work.path, work.declared, work.output);
  }
}

interface Identification {
  readonly path: string;
  readonly ordered: boolean;
  readonly scratch: string;
  readonly maxRows: number;
}

async function identified(
  connection: DuckDBConnection,
  columns: readonly StoredColumn[],
  { path, ordered, scratch, maxRows }: Identification,
): Promise<StoredRows> {
  const from = parquetRows(path);
  const counted = await connection.runAndReadAll(`SELECT count(*) FROM ${from}`);
  const rows = Number(counted.value(0, 0));
  if (rows > maxRows)
    throw new FileRefused(`It has ${String(rows)} rows; a table may have at most ${String(maxRows)}.`);
  return { columns, rows, data_hash: await tableHash(connection, { from, columns, ordered, scratch }) };
}
