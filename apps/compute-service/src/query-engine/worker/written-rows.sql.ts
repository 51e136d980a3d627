import { identifier, literal } from '@svc/duckdb-sql';
import type { CanonicalColumn } from '../../table/canonical-column';

const FORMS = { csv: 'FORMAT csv, HEADER', parquet: 'FORMAT parquet, COMPRESSION zstd' } as const;

/** SQL for the rows of `from` in the types a stored table may have. */
export function storedRows(columns: readonly CanonicalColumn[], from: string): string {
  return `SELECT ${columns.map((one) => `${one.sql} AS ${identifier(one.name)}`).join(', ')} FROM ${from}`;
}

/** SQL that writes the rows of a SELECT to a new file and returns their number. */
export function copyOf(select: string, path: string, form: keyof typeof FORMS): string {
  return `COPY (${select}) TO ${literal(path)} (${FORMS[form]})`;
}

/** SQL for the first rows of a SELECT. */
export function firstOf(select: string, limit: number): string {
  return `${select} LIMIT ${String(limit)}`;
}

/** SQL for a row if a SELECT has more than `limit`. */
export function anyBeyond(select: string, limit: number): string {
  return `SELECT 1 FROM (${select}) OFFSET ${String(limit)} LIMIT 1`;
}
