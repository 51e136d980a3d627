import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '@svc/duckdb-sql';
import { type IdentityColumn, rowText } from './row-text.sql';

export interface TableHashRequest {
  /** SQL that names the rows: a table, or a subquery in parentheses. */
  readonly from: string;
  readonly columns: readonly IdentityColumn[];
  /** The order of the rows is part of the table. */
  readonly ordered: boolean;
  /** A file that does not exist yet; it holds 65 bytes a row while this runs. */
  readonly scratch: string;
}

/**
 * The identity of a table: `sha256:` over its schema and the sorted SHA-256 digests of its rows (docs/table-identity.md).
 * Equal for the same rows in any order, from any file; equal rows count. Memory stays within the engine's: sorting spills.
 */
export async function tableHash(connection: DuckDBConnection, request: TableHashRequest): Promise<string> {
  const digests = `SELECT sha256(${rowText(request.columns)}) AS digest FROM ${request.from}`;
  const lines = request.ordered ? digests : `${digests} ORDER BY digest`;
  try {
    // Through a file rather than row by row through JavaScript, which takes longer than all the rest together.
    await connection.run(`COPY (${lines}) TO ${literal(request.scratch)} (FORMAT csv, HEADER false)`);
    const hash = createHash('sha256').update(schemaText(request));
    await pipeline(createReadStream(request.scratch, { highWaterMark: 1024 * 1024 }), hash, { end: false });
    return `sha256:${hash.digest('hex')}`;
  } finally {
    await rm(request.scratch, { force: true });
  }
}

/** The lines before the digests: version and kind, then the columns as canonical JSON (RFC 8785). */
function schemaText({ columns, ordered }: Pick<TableHashRequest, 'columns' | 'ordered'>): string {
  const names = columns.map(({ name, type }) => [name, type]);
  return `svc.table/v1 ${ordered ? 'ordered' : 'unordered'}\n${JSON.stringify(names)}\n`;
}
