/** Progress of a pass over all objects. */
export interface ScrubState {
  /** The last object that was read in this pass; null before the first. */
  readonly cursor: string | null;
  /** When the last complete pass ended; null before the first. */
  readonly endedAt: Date | null;
}

/** The progress of all replicas, of which at most one scrubs at a time. */
export interface ScrubProgress {
  /** Gives `holder` the lease, unless another holds it; null then. */
  take(holder: string): Promise<ScrubState | null>;
  /** Saves the progress and renews the lease; false when another holds it by now. */
  keep(holder: string, state: ScrubState): Promise<boolean>;
  /** Saves the progress and releases the lease. */
  leave(holder: string, state: ScrubState): Promise<void>;
}
export const SCRUB_PROGRESS = Symbol('ScrubProgress');
