import type { Table } from '../table/table';

/** What a contract needs to know besides the table. A clause whose need is absent is inconclusive. */
export interface ContractContext {
  /** Milliseconds since 1970, for freshness. */
  readonly now?: number;
  /** Rows of the previous run; null says that there was none. */
  readonly previousRowCount?: number | null;
  /** Referenced tables by resource name, for foreign keys. */
  readonly references?: Readonly<Record<string, Table>>;
}
