/** How far a pass over all objects has come. */
export interface ScrubState {
  /** The last object that was read in this pass; null before the first. */
  readonly cursor: string | null;
  /** When the last whole pass ended; null when there was none yet. */
  readonly endedAt: Date | null;
}

/** The progress of all replicas, which at most one of them makes at a time. */
export interface ScrubProgress {
  /** Makes `holder` the one who reads for the next while, unless another is; null then. */
  take(holder: string): Promise<ScrubState | null>;
  /** Keeps the progress and the turn; false when another has the turn by now. */
  keep(holder: string, state: ScrubState): Promise<boolean>;
  /** Keeps the progress and gives the turn back. */
  leave(holder: string, state: ScrubState): Promise<void>;
}
export const SCRUB_PROGRESS = Symbol('ScrubProgress');
