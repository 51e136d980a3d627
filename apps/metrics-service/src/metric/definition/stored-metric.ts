import type { Metric, ObjectAccess } from '@svc/contracts';

/** A metric as kept: what is served, and who sees it. */
export type StoredMetric = Metric & ObjectAccess;
