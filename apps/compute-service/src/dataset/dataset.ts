import type { Dataset, ObjectAccess, TableVersion } from '@svc/contracts';

/** One version of a dataset's rows. */
export interface DatasetVersion {
  readonly table: TableVersion;
  /** The file it came from. */
  readonly source: string;
  readonly createdAt: Date;
  readonly createdBy: string;
}

/** A dataset as it is now. */
export interface StoredDataset extends ObjectAccess {
  readonly name: string;
  readonly description: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly newest: DatasetVersion;
  readonly versions: number;
}

/** A dataset as served, without the location of its rows. */
export function presentDataset({
  name,
  description,
  owner,
  newest,
  versions,
  createdAt,
  updatedAt,
}: StoredDataset): Dataset {
  return {
    name,
    description,
    owner,
    version: presentTable(newest.table),
    versions,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

/** A table without the name of its object. */
export function presentTable({ data_hash, rows, bytes, columns }: TableVersion): Omit<TableVersion, 'object'> {
  return { data_hash, rows, bytes, columns };
}
