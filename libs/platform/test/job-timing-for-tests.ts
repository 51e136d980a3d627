import type { JobTiming } from '../src/job/job-timing';

export const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
export const QUICK: Partial<JobTiming> = {
  leaseMs: 1_500,
  heartbeatMs: 200,
  sweepMs: 200,
  requeueAfterMs: 1_000,
  progressMs: 20,
};
