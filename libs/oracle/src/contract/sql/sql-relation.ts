import type { SqlColumn } from './sql-column';

/** A relation whose rows a contract speaks about. */
export interface SqlRelation {
  /** What stands after FROM: a quoted name or a parenthesised query. Trusted: callers never put a user's words here. */
  readonly sql: string;
  readonly columns: readonly SqlColumn[];
}

/** As `ContractContext`, with referenced relations instead of tables. */
export interface SqlContractContext {
  readonly now?: number;
  readonly previousRowCount?: number | null;
  readonly references?: Readonly<Record<string, SqlRelation>>;
}
