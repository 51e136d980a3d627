/** A stored table that only deleted datasets have as a version. */
export interface DeletedTable {
  readonly object: string;
  readonly dataHash: string;
  readonly bytes: number;
  readonly versions: readonly { readonly dataset: string; readonly number: number }[];
}

/** The versions of deleted datasets. */
export interface DeletedTables {
  /** Tables all of whose datasets were deleted before `before`, in order of their objects, after `after`. */
  page(before: Date, after: string | null, limit: number): Promise<readonly DeletedTable[]>;
  /** Marks these versions: they stay, without their rows, and count for nobody's storage. False when they are marked already. */
  mark(table: DeletedTable, at: Date): Promise<boolean>;
}
export const DELETED_TABLES = Symbol('DeletedTables');

/** What other services keep over stored rows. */
export interface Evidence {
  /** The objects, of these tables, that some evidence stands on. Rejects when a service does not answer. */
  heldOf(tables: readonly DeletedTable[]): Promise<ReadonlySet<string>>;
}
export const EVIDENCE = Symbol('Evidence');

/** Where removals are recorded. A removal that is reported twice becomes one record. */
export interface RemovalLog {
  record(table: DeletedTable, at: Date): Promise<void>;
}
export const REMOVAL_LOG = Symbol('RemovalLog');
