import type { Column } from '@svc/contracts';
import { type Table, tableFromColumns } from '@svc/oracle';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';

type Kind = 'number' | 'string' | 'boolean' | 'time';

/** How the oracle sees a stored column: decimals and integers are numbers, every kind of date and time is a time. */
export function oracleType(type: Column['type']): Kind {
  if (type === 'boolean' || type === 'string') return type;
  return ['date', 'timestamp', 'timestamptz'].includes(type) ? 'time' : type === 'time' ? 'string' : 'number';
}

/** Reads the named columns of a Parquet file into the oracle's table. */
export async function readParquetTable(path: string, columns: readonly Column[]): Promise<Table> {
  const file = await asyncBufferFromFile(path);
  const rows = await parquetReadObjects({ file, columns: columns.map((it) => it.name), useOffsetIndex: false });
  return tableFromColumns(columns.map(({ name, type }) => ({ name, type: oracleType(type), values: rows.map((row) => row[name]) })));
}
