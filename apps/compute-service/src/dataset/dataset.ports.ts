import type { ObjectAccess, Principal, TableVersion } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import type { StoredObject } from '@svc/warehouse';
import type { StoredRows } from '../table/stored-rows';
import type { DatasetVersion, StoredDataset } from './dataset';

/** What leases on a dataset depend on. */
export const topicOf = (dataset: string): string => `dataset ${dataset}`;

export interface Registration {
  readonly name: string;
  readonly description: string;
  readonly version: Omit<DatasetVersion, 'table'>;
  /** Content hash of the rows. */
  readonly dataHash: string;
  /** Size of their object in bytes. */
  readonly bytes: number;
  /**
   * The access of the new version. Throws when the version may not be registered over the existing or deleted dataset;
   * called while no other registration of the name and owner changes.
   */
  admit(before: NamedBefore, owned: OwnedStorage): ObjectAccess;
  /** Stores the rows; called once they are admitted, and only when they are not the newest already. */
  keep(): Promise<TableVersion>;
}

/** The current holder of a name: the dataset itself, or the access of a deleted one. */
export interface NamedBefore {
  readonly dataset: StoredDataset | null;
  readonly deleted: ObjectAccess | null;
}

/** What the owner of a dataset stores: distinct objects count once. */
export interface OwnedStorage {
  readonly owner: string;
  readonly bytes: number;
  /** What the version would add: 0 when its rows are among the owner's already. */
  readonly added: number;
}

/** Datasets by name. Methods with a `who` find nothing that this principal may not see. */
export interface DatasetStore {
  /** Whatever the caller may see: for registrations, which need the name. */
  named(name: string): Promise<NamedBefore>;
  /** Those of the names that exist for `who`. */
  findAll(names: readonly string[], who: Principal): Promise<StoredDataset[]>;
  /** The newest rows of those, by name: everything that a statement has to know about its sources. */
  rowsOf(names: readonly string[], who: Principal): Promise<ReadonlyMap<string, StoredRows>>;
  /** In order of name, after `after`. */
  page(after: string | null, limit: number, who: Principal): Promise<StoredDataset[]>;
  /** Newest first; empty for an unknown name. */
  versions(name: string): Promise<DatasetVersion[]>;
  /** Names only, for "did you mean"; at most `limit`. */
  names(who: Principal, limit: number): Promise<string[]>;
  /** Bytes of the distinct objects of an owner's datasets, all versions. */
  bytesOf(owner: string): Promise<number>;
  /** Any stored table with this content, of any dataset. */
  tableWith(dataHash: string): Promise<TableVersion | null>;
  /** Points every version that uses the object `damaged` to `stored`, which has the same rows. */
  replaceObject(damaged: string, stored: StoredObject): Promise<void>;
  /** Makes these rows the newest version, unless they already are; creates the dataset when it is new. Atomic per name and owner. */
  register(registration: Registration): Promise<StoredDataset>;
  /** Deletes it if its newest rows are still `expected` and `who` sees it; else returns false. Its versions stay. */
  delete(name: string, expected: string, who: Principal): Promise<boolean>;
}
export const DATASET_STORE = Symbol('DatasetStore');

/** Derivations that read a dataset: the names that the caller sees, and the number of others. */
export interface DatasetReaders {
  of(dataset: string, context: CallContext): Promise<{ readonly seen: readonly string[]; readonly unseen: number }>;
}
export const DATASET_READERS = Symbol('DatasetReaders');
