import type { TableVersion } from '@svc/contracts';
import type { OracleContext } from '../run/run.ports';

export interface SampleRequest {
  readonly columns: readonly string[];
  /** About how many. */
  readonly rows: number;
  readonly seed: string;
  /** Column whose values are kept whole, if there are enough of them. */
  readonly by: string | null;
}

/** A Parquet file in the warehouse's staging area; whoever asked for it discards it. */
export interface RowSample {
  readonly staged: string;
  readonly rows: number;
  readonly by: string | null;
}

/** What the one query path does with tables that an oracle process cannot hold, or that are not its own. */
export interface LargeTables {
  /** A seeded sample: the same table and request give the same rows. */
  sample(table: TableVersion, request: SampleRequest, context: OracleContext): Promise<RowSample>;
  /** The one row that a statement over these tables gives. */
  oneRow(
    tables: Readonly<Record<string, TableVersion>>,
    sql: string,
    parameters: readonly string[],
    context: OracleContext,
  ): Promise<readonly unknown[]>;
}
export const LARGE_TABLES = Symbol('LargeTables');
