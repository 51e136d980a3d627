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

/** A Parquet file in the warehouse's staging area; the caller discards it. */
export interface RowSample {
  readonly staged: string;
  readonly rows: number;
  readonly by: string | null;
}

/** Runs work on tables that do not fit in an oracle process, or that are not the run's own, through the query path. */
export interface LargeTables {
  /** A seeded sample: the same table and request give the same rows. */
  sample(table: TableVersion, request: SampleRequest, context: OracleContext): Promise<RowSample>;
  /** The single row that a statement over these tables returns. */
  oneRow(
    tables: Readonly<Record<string, TableVersion>>,
    sql: string,
    parameters: readonly string[],
    context: OracleContext,
  ): Promise<readonly unknown[]>;
}
export const LARGE_TABLES = Symbol('LargeTables');
