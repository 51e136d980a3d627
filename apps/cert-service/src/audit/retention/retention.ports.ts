/** A sealed file of the log with an archived copy. */
export interface ArchivedSegment {
  readonly name: string;
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** The copy's name in the warehouse: the SHA-256 of the file. */
  readonly object: string;
  readonly bytes: number;
  readonly archivedAt: Date;
  /** When the file itself was removed from the log. */
  readonly removedAt: Date | null;
}

/** What was archived and removed. */
export interface SegmentRegister {
  find(firstSeq: number): Promise<ArchivedSegment | null>;
  /** In order, those that begin above `after`. */
  list(after: number, limit: number): Promise<ArchivedSegment[]>;
  /** Adds a copy, or replaces the record of an earlier one. */
  add(segment: Omit<ArchivedSegment, 'archivedAt' | 'removedAt'>): Promise<ArchivedSegment>;
  /** Records that the files below `firstKept` are gone. */
  markRemoved(firstKept: number): Promise<void>;
}
export const SEGMENT_REGISTER = Symbol('SegmentRegister');

export interface RetentionRule {
  /** How many days a record stays in the log; null keeps all for ever. */
  readonly days: number | null;
}
export const RETENTION_RULE = Symbol('RetentionRule');
