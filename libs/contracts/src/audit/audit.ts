import { z } from 'zod';
import { timestamp } from '../json';

/** What a caller of the log says of one served invocation; the writer adds `v`, `seq` and `prev`. */
export const auditEntry = z.strictObject({
  /** Makes a retry harmless: the same id is written once. */
  id: z.uuid(),
  at: timestamp,
  actor: z.string().max(200),
  action: z.string().max(100),
  method: z.string().max(10),
  route: z.string().max(200),
  target: z.strictObject({ type: z.string().max(50), name: z.string().max(200) }).nullable(),
  outcome: z.enum(['ok', 'refused', 'error']),
  status: z.int(),
  duration_us: z.int().nonnegative(),
  trace_id: z.string().max(64),
  /** Digests, codes and names only: never payloads, never secrets. */
  detail: z.record(z.string().max(50), z.union([z.string().max(200), z.number(), z.boolean(), z.null()])),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** A line of the log as read back. */
export const auditRecord = z.looseObject({ ...auditEntry.shape, v: z.int(), seq: z.int().nonnegative(), prev: z.string().regex(/^[0-9a-f]{64}$/) });
export type AuditRecord = z.infer<typeof auditRecord>;
