import type { ObjectAccess, Principal, TableVersion } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import type { StoredObject } from '@svc/warehouse';
import type { StoredRows } from '../table/stored-rows';
import type { DatasetVersion, StoredDataset } from './dataset';

export interface Registration {
  readonly name: string;
  readonly description: string;
  readonly version: Omit<DatasetVersion, 'table'>;
  /** Content hash of the rows. */
  readonly dataHash: string;
  /** Bytes of their object. */
  readonly bytes: number;
  /**
   * Who is to see the dataset. Throws when the version may not be kept beside what is or was there; asked while nothing else of name
   * and owner changes.
   */
  admit(before: NamedBefore, owned: OwnedStorage): ObjectAccess;
  /** Puts the rows where they stay; called once they are admitted, and only when they are not the newest already. */
  keep(): Promise<TableVersion>;
}

/** What has the name a dataset is to have: the dataset itself, or who saw the deleted one that had it. */
export interface NamedBefore {
  readonly dataset: StoredDataset | null;
  readonly deleted: ObjectAccess | null;
}

/** What the owner of a dataset keeps: distinct objects count once. */
export interface OwnedStorage {
  readonly owner: string;
  readonly bytes: number;
  /** What the version would add: 0 when its rows are among the owner's already. */
  readonly added: number;
}

/** Datasets by name. Where a `who` is asked for, nothing that they may not see is found. */
export interface DatasetStore {
  /** Whoever may see it: for the one who wants to take the name. */
  named(name: string): Promise<NamedBefore>;
  /** Those of the names that exist for `who`. */
  findAll(names: readonly string[], who: Principal): Promise<StoredDataset[]>;
  /** The newest rows of those, by name: all that a statement has to know of what it reads. */
  rowsOf(names: readonly string[], who: Principal): Promise<ReadonlyMap<string, StoredRows>>;
  /** In order of name, after `after`. */
  page(after: string | null, limit: number, who: Principal): Promise<StoredDataset[]>;
  /** Newest first; empty for an unknown name. */
  versions(name: string): Promise<DatasetVersion[]>;
  /** The names, for "did you mean"; at most a thousand. */
  names(who: Principal): Promise<string[]>;
  /** Bytes of the distinct objects of an owner's datasets, all versions. */
  bytesOf(owner: string): Promise<number>;
  /** Any stored table with this content, of whichever dataset. */
  tableWith(dataHash: string): Promise<TableVersion | null>;
  /** Lets every version that stands on the object `damaged` stand on `stored`, which has the same rows. */
  replaceObject(damaged: string, stored: StoredObject): Promise<void>;
  /** Makes these rows the newest version, unless they are it already; creates the dataset when it is new. Atomic per name and owner. */
  register(registration: Registration): Promise<StoredDataset>;
  /** Deletes it while its newest rows are `expected` and `who` sees it; false when that is no longer so. Its versions stay. */
  delete(name: string, expected: string, who: Principal): Promise<boolean>;
}
export const DATASET_STORE = Symbol('DatasetStore');

/** Derivations that read a dataset: the names that the caller sees, and how many there are besides. */
export interface DatasetReaders {
  of(dataset: string, context: CallContext): Promise<{ readonly seen: readonly string[]; readonly unseen: number }>;
}
export const DATASET_READERS = Symbol('DatasetReaders');
