import { EACH_ROW } from '../../claim/each-row';
import type { Claim } from '../../claim/claim';
import { roleColumn } from '../../claim/claim';
import type { Column } from '../../table/column';
import type { Table } from '../../table/table';
import { partitionRows, repeatedRows } from './repeated-rows';
import type { NamedClusters } from '../study';

/** The column that says which rows belong together: the declared cluster, what was assigned whole, else the declared unit. */
export function clusterColumn(claim: Claim, table: Table): string | null {
  const { cluster } = claim.declared;
  return cluster ?? assignedBy(claim) ?? unitColumn(claim, table);
}

/** The column whose values were assigned whole (clinics, hours, schools); null when rows or units were. */
export function assignedBy(claim: Claim): string | null {
  return roleColumn(claim, 'assigned_by') ?? null;
}

/** What was assigned: the cluster of assignment, else the unit. */
export function assignedColumn(claim: Claim, table: Table): string | null {
  return assignedBy(claim) ?? unitColumn(claim, table);
}

export function unitColumn(claim: Claim, table: Table): string | null {
  const unit = roleColumn(claim, 'unit') ?? claim.declared.unit;
  if (unit === undefined || EACH_ROW.has(unit.toLowerCase())) return null;
  return table.column(unit) === undefined ? null : unit;
}

/** The partition of the given rows by a column's values, in order of first appearance. */
export function partitionBy(
  column: Column,
  rows: Int32Array,
  origin: NamedClusters['origin'] = 'declared',
): NamedClusters {
  return { name: column.name, origin, ...partitionRows([column], rows) };
}

/** Copies are taken as one from this share of the rows on; a few equal rows happen. */
export const COPIED_SHARE = 0.01;

/**
 * Clusters of the selected rows: the declared unit or cluster, else rows found to be copies of each other (so that a
 * join's fan-out cannot pass for evidence), else null.
 */
export function clustersOf(claim: Claim, table: Table, rows: Int32Array): NamedClusters | null {
  const name = clusterColumn(claim, table);
  const column = name === null ? undefined : table.column(name);
  if (column === undefined) return copiesOf(claim, table, rows);
  const clusters = partitionBy(column, rows);
  return clusters.count < rows.length ? clusters : null;
}

function copiesOf(claim: Claim, table: Table, rows: Int32Array): NamedClusters | null {
  if (claim.roles.count !== undefined) return null;
  const repeated = repeatedRows(table, rows, claimedColumns(claim));
  if (repeated?.factor === null || repeated?.factor === undefined) return null;
  return repeated.distinct < (1 - COPIED_SHARE) * repeated.rows
    ? { ...repeated.factor, name: 'different row', origin: 'copies' }
    : null;
}

/** Every column that fills a role. */
export function claimedColumns(claim: Claim): readonly string[] {
  return Object.values(claim.roles).flatMap((value) =>
    typeof value === 'string' ? [value] : typeof value === 'object' ? value : [],
  );
}
