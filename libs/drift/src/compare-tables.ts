import { type ColumnDrift, compareColumns, type DriftVerdict } from './compare-columns';
import { type Sample, sizeOf } from './sample';

/** A table as samples of its columns, by name. */
export type TableSample = ReadonlyMap<string, Sample>;

export interface TableDrift {
  readonly verdict: DriftVerdict;
  /** Of the columns compared, those that drifted; 0 to 1. */
  readonly share: number;
  readonly threshold: number;
  readonly columns: readonly (ColumnDrift & { readonly column: string })[];
}

/** A table drifted when at least this share of its columns did. */
const MIN_DRIFTED_SHARE = 0.5;

/**
 * Compares all columns of the reference; columns that the reference does not know are left out. The verdict is inconclusive when the columns without a verdict could still decide it.
 */
export function compareTables(reference: TableSample, current: TableSample): TableDrift {
  const columns = [...reference].map(([column, before]) => {
    const now = current.get(column);
    return { column, ...(now === undefined ? missing(before) : compareColumns(before, now)) };
  });
  const shareOf = (verdict: DriftVerdict): number =>
    columns.length === 0 ? 0 : columns.filter((found) => found.verdict === verdict).length / columns.length;
  const share = shareOf('drift');
  const open = columns.length === 0 || share + shareOf('inconclusive') >= MIN_DRIFTED_SHARE;
  return {
    verdict: share >= MIN_DRIFTED_SHARE ? 'drift' : open ? 'inconclusive' : 'stable',
    share,
    threshold: MIN_DRIFTED_SHARE,
    columns,
  };
}

function missing(reference: Sample): ColumnDrift {
  return {
    verdict: 'drift',
    test: null,
    statistic: null,
    threshold: null,
    reference: { n: sizeOf(reference), nulls: reference.nulls },
    current: { n: 0, nulls: 0 },
    reason: 'The column is no longer there.',
  };
}
