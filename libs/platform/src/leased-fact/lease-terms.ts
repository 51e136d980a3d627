/** A moment of this process, by both of its clocks, in milliseconds. */
export interface Instant {
  /** Only ever grows and keeps its pace, but stands still while a suspended machine sleeps. */
  readonly monotonic: number;
  /** Counts sleep, but may be set at any time. */
  readonly wall: number;
}

export type Stopwatch = () => Instant;

export const systemStopwatch: Stopwatch = () => ({ monotonic: performance.now(), wall: Date.now() });

/** Of all leases of an owner: its replicas and their holders must agree on them. */
export interface LeaseTerms {
  /** How long a holder may use a fact, from the moment at which it sent its question. */
  readonly leaseMs: number;
  /** How much longer a change waits for a holder that says nothing: what two clocks may differ in that time, and more. */
  readonly marginMs: number;
}

export const LEASE_TERMS: LeaseTerms = { leaseMs: 3_000, marginMs: 300 };

/**
 * By the clock that says more, so that setting the wall clock can only make a lease shorter, and the lease of a machine
 * that was suspended is over when it wakes up.
 */
export function elapsedMs(since: Instant, now: Instant): number {
  return Math.max(now.monotonic - since.monotonic, now.wall - since.wall);
}
