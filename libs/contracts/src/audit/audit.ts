import { z } from 'zod';
import { timestamp } from '../json';

/** Rare in text, so only texts that match are converted through bytes. */
const SURROGATE = /[\ud800-\udfff]/;

/**
 * Text as the log accepts it: half of a surrogate pair, which has no UTF-8 form, becomes U+FFFD, because text that was
 * cut somewhere in an emoji must not keep a request out of the log.
 */
function text(longest: number): z.ZodString {
  return z
    .string()
    .max(longest)
    .overwrite((value) => (SURROGATE.test(value) ? new TextDecoder().decode(new TextEncoder().encode(value)) : value));
}

/** RFC 3339 in UTC, with seconds and at most nine digits of them. */
export const auditTime = timestamp.regex(
  /T\d\d:\d\d:\d\d(\.\d{1,9})?Z$/,
  'must have seconds, with at most nine digits of a fraction',
);

const detail = z
  .record(text(50), z.union([text(200), z.number(), z.boolean(), z.null()]))
  .refine((members) => Object.keys(members).length <= 32, 'must have at most 32 members');

/**
 * One served call as reported to the log; the writer adds `v`, `seq` and `prev`. The log can store everything that this
 * schema accepts, so that a single odd entry never blocks its batch.
 */
export const auditEntry = z.strictObject({
  /** Makes a retry harmless: the same id is written once. */
  id: z.uuid(),
  at: auditTime,
  actor: text(200),
  action: text(100),
  method: text(10),
  route: text(200),
  target: z.strictObject({ type: text(50), name: text(200) }).nullable(),
  outcome: z.enum(['ok', 'refused', 'error']),
  status: z.int().nonnegative(),
  duration_us: z.int().nonnegative(),
  trace_id: text(64),
  /** Digests, codes and names only: never payloads, never secrets. */
  detail,
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** A line of the log as read back. */
export const auditRecord = z.looseObject({
  ...auditEntry.shape,
  v: z.int(),
  seq: z.int().nonnegative(),
  prev: z.string().regex(/^[0-9a-f]{64}$/),
});
export type AuditRecord = z.infer<typeof auditRecord>;
