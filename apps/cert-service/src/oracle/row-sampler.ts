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

/** Takes seeded samples through the one query path. The same table and request give the same rows. */
export interface RowSampler {
  sample(table: TableVersion, request: SampleRequest, context: OracleContext): Promise<RowSample>;
}
export const ROW_SAMPLER = Symbol('RowSampler');
