import type { CertifiedTable } from '@svc/certified-data';
import type { SourceColumns } from './check-definition';

/** The columns of certified tables, by source. */
export function columnsOf(tables: ReadonlyMap<string, CertifiedTable>): SourceColumns {
  return new Map([...tables].map(([name, it]) => [name, it.table.columns]));
}
