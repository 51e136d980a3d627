/** `sought`: this replica or another one may have it any moment. `away`: nobody can tell who may have it, or its holder cannot begin. */
export type LeaseState = 'held' | 'sought' | 'away';

export interface LeaseHolder {
  /** False while it could not do the work anyway: then the lease is left to others. */
  readonly eligible: boolean;
  /**
   * This replica has the lease. Resolves with false if the epoch is not above every epoch that the work has seen: a
   * higher one follows.
   */
  gained(epoch: number): Promise<boolean>;
  /**
   * This replica no longer has the lease. Called after every `gained`, and before another replica can have it, unless
   * this one was cut off.
   */
  lost(): Promise<void>;
}

/**
 * The right to do some work, which one replica has at a time. A holder that was cut off may not know it yet when the next one
 * begins, which is why each term has an epoch, higher than any before, by which the work can tell them apart.
 */
export interface Lease {
  readonly state: LeaseState;
  /** Seeks the lease from now on, again after every term. */
  start(holder: LeaseHolder): void;
  /** Ends the term under way, if there is one; the lease is sought again at once. */
  stepDown(): void;
  /** Gives the lease back, if this replica has it, and stops asking for it. */
  stop(): Promise<void>;
}
