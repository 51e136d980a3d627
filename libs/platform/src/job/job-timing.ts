/** How fast a lost job is noticed. A worker that dies is replaced within `leaseMs + sweepMs` and a little. */
export interface JobTiming {
  /** How long a run may be silent before another worker takes its job over. */
  readonly leaseMs: number;
  /** How often a run says that it is alive, and learns of a cancellation it was not told of. */
  readonly heartbeatMs: number;
  /** How often rows are looked for that no queue knows. */
  readonly sweepMs: number;
  /** A queued row is put on the queue again when it has waited this long. */
  readonly requeueAfterMs: number;
  /** At most one write of progress per this time. */
  readonly progressMs: number;
  /** For so long a job waits for a neighbour that is away, however many tries that takes. */
  readonly patienceMs: number;
  /** Finished jobs are kept this long. */
  readonly keepFinishedMs: number;
}

export const JOB_TIMING: JobTiming = {
  leaseMs: 8_000,
  heartbeatMs: 2_000,
  sweepMs: 2_000,
  requeueAfterMs: 10_000,
  progressMs: 250,
  patienceMs: 15 * 60_000,
  keepFinishedMs: 30 * 24 * 3_600_000,
};

/** Milliseconds before try number `attempt + 1`: half a second, doubling, at most a minute. */
export function retryDelayMs(attempt: number): number {
  return Math.min(60_000, 500 * 2 ** Math.max(0, attempt - 1));
}

/** Milliseconds before a job of that age looks again for a neighbour that is away: soon at first, every five seconds later. */
export function awayDelayMs(ageMs: number): number {
  return Math.min(5_000, Math.max(500, ageMs / 4));
}
