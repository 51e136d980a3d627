/** A stored table: the object with its rows, and the hash of its content. */
export interface StoredTable {
  readonly object: string;
  readonly data_hash: string;
}

export interface EvidenceStore {
  /**
   * The objects, of these tables, that evidence stands on: a run of a derivation that exists, or one whose certificate is not
   * revoked, has read or written those rows.
   */
  heldOf(tables: readonly StoredTable[]): Promise<string[]>;
}
export const EVIDENCE_STORE = Symbol('EvidenceStore');
