import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '@svc/duckdb-sql';

/** Writes the rows of a trusted SELECT to a new Parquet file; returns their number. */
export async function writeParquet(connection: DuckDBConnection, select: string, path: string): Promise<number> {
  const written = await connection.runAndReadAll(
    `COPY (${select}) TO ${literal(path)} (FORMAT parquet, COMPRESSION zstd)`,
  );
  return Number(written.value(0, 0));
}
