import type { TableVersion } from '@svc/contracts';
import type { DatasetVersion, StoredDataset } from './dataset';

export interface Registration {
  readonly name: string;
  readonly description: string;
  readonly version: DatasetVersion;
}

export interface DatasetStore {
  find(name: string): Promise<StoredDataset | null>;
  /** Those of the names that exist. */
  findAll(names: readonly string[]): Promise<StoredDataset[]>;
  /** In order of name, after `after`. */
  page(after: string | null, limit: number): Promise<StoredDataset[]>;
  /** Newest first; empty for an unknown name. */
  versions(name: string): Promise<DatasetVersion[]>;
  /** Every name, for "did you mean"; at most a thousand. */
  names(): Promise<string[]>;
  /** Any stored table with this content, of whichever dataset. */
  tableWith(dataHash: string): Promise<TableVersion | null>;
  /** Makes these rows the newest version, unless they are it already; creates the dataset when it is new. Atomic per name. */
  register(registration: Registration): Promise<StoredDataset>;
}
export const DATASET_STORE = Symbol('DatasetStore');
