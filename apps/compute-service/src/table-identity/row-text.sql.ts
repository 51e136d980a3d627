import { identifier } from '@svc/duckdb-sql';

/** A column as identity sees it: its name, and its type in the contract's terms. */
export interface IdentityColumn {
  readonly name: string;
  readonly type: string;
}

/**
 * SQL for the text of a row (docs/table-identity.md): every cell's text and a comma. Only strings can hold a comma, and
 * they say their length first, so no two different rows of one schema have the same text.
 */
export function rowText(columns: readonly IdentityColumn[]): string {
  return `concat(${columns.map((column) => `coalesce(${cellText(identifier(column.name), column.type)}, '~'), ','`).join(', ')})`;
}

/** SQL for a cell's text; null for a null cell. */
function cellText(column: string, type: string): string {
  if (type.startsWith('decimal(')) return decimal(column, type);
  switch (type) {
    case 'boolean':
      return `CASE WHEN ${column} THEN 't' WHEN NOT ${column} THEN 'f' END`;
    case 'integer':
      return `CAST(${column} AS VARCHAR)`;
    case 'number':
      return `CAST(${bits(column)} AS VARCHAR)`;
    case 'string':
      return `CASE WHEN ${column} IS NOT NULL THEN concat(strlen(${column}), ':', ${column}) END`;
    case 'date':
      return finite(column, `${column} - DATE '1970-01-01'`);
    case 'time':
      return `CAST(epoch_us(${column}) AS VARCHAR)`;
    case 'timestamp':
    case 'timestamptz':
      return finite(column, `epoch_us(${column})`);
    default:
      throw new Error(`no canonical text for the column type ${type}`);
  }
}

/** Always a digit before the point; the engine omits it where the type has decimals only. */
function decimal(column: string, type: string): string {
  const [, width, scale] = /^decimal\((\d+),(\d+)\)$/.exec(type) ?? [];
  const text = `CAST(${column} AS VARCHAR)`;
  return width === scale ? `regexp_replace(${text}, '^(-?)\\.', '\\10.')` : text;
}

/** The 64 bits of the double read as a signed integer, after mapping both zeros to one and all NaNs to one. */
function bits(column: string): string {
  return `CASE WHEN ${column} = 0 THEN 0 WHEN isnan(${column}) THEN 9221120237041090560 ELSE CAST(CAST(${column} AS BIT) AS BIGINT) END`;
}

function finite(column: string, count: string): string {
  return `CASE WHEN isinf(${column}) THEN CAST(${column} AS VARCHAR) ELSE CAST(${count} AS VARCHAR) END`;
}
