import { z } from 'zod';
import { endpoint, internalCall } from '../endpoint/endpoint';
import { fileReply } from '../endpoint/file-reply';
import { pageOf, pageQuery } from '../endpoint/page';
import { problem } from '../problem/problem';
import { auditEntry, auditRecord, auditTime } from './audit';

const access = { scope: 'audit:read' } as const;
const batch = z.strictObject({ entries: z.array(auditEntry).min(1).max(1000) });
const seq = z.coerce.number().int().nonnegative();

/** Writes a batch durably: the answer comes after the sync. A record is written once, however often it is sent. */
export const appendAudit = internalCall({
  name: 'audit.append',
  subject: 'svc.cert.audit.append',
  request: batch,
  response: z.object({ appended: z.int(), last_seq: z.int() }),
});

/**
 * The same among the replicas of cert-service: only the leader, which writes the log, listens. `not-leading`: it no
 * longer leads, so call again to reach the new leader. `refused`: it leads but cannot write.
 */
export const leadAudit = internalCall({
  name: 'audit.lead',
  subject: 'svc.cert.audit.lead',
  request: batch,
  response: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('written'), appended: z.int(), last_seq: z.int() }),
    z.object({ outcome: z.literal('not-leading') }),
    z.object({ outcome: z.literal('refused'), problem }),
  ]),
});

/**
 * A page may be short or empty without being the last, because a search stops after a time. Only `next_cursor: null` is
 * the end.
 */
export const listAudit = endpoint({
  name: 'audit.list',
  summary: 'Audit records, newest first, by actor, action, target and time',
  method: 'GET',
  path: '/api/audit/records',
  subject: 'svc.cert.audit.list',
  query: pageQuery.extend({
    actor: z.string().max(200).optional(),
    action: z.string().max(100).optional(),
    target: z.string().max(200).optional(),
    target_type: z.string().max(50).optional(),
    from: auditTime.optional(),
    to: auditTime.optional(),
  }),
  response: pageOf(auditRecord),
  access,
  timeoutMs: 30_000,
});

/** `note` returns the signed note as text, `json` also its parsed content. */
const form = z.strictObject({ format: z.enum(['json', 'note']).default('json') });

const auditCheckpoint = z.object({
  /** The C2SP signed note, verbatim: what verifies offline, and what to keep elsewhere as an anchor. */
  checkpoint: z.string(),
  origin: z.string(),
  size: z.int(),
  /** Base64 of the root of the Merkle tree over the first `size` lines. */
  root: z.string(),
});

export const getAuditCheckpoint = endpoint({
  name: 'audit.checkpoint',
  summary: 'The newest signed checkpoint of the audit log, to keep elsewhere as an anchor',
  method: 'GET',
  path: '/api/audit/checkpoint',
  subject: 'svc.cert.audit.checkpoint',
  query: form,
  response: auditCheckpoint,
  produces: ['text/plain'],
  problems: ['not-found'],
  access,
});

export const getAuditProof = endpoint({
  name: 'audit.proof',
  summary: 'A proof that a record is in the log, which verifies offline with the log’s key alone',
  method: 'GET',
  path: '/api/audit/records/{seq}/proof',
  subject: 'svc.cert.audit.proof',
  params: z.strictObject({ seq }),
  query: form,
  response: z.object({ seq: z.int(), tree_size: z.int(), proof: z.string() }),
  produces: ['text/plain'],
  problems: ['not-found', 'conflict'],
  access,
  target: { type: 'audit-record', param: 'seq' },
});

/** A file of the log. Only sealed ones are archived, and only archived ones are ever removed. */
const auditSegment = z.object({
  first_seq: z.int(),
  /** Null for the segment that is being written. */
  last_seq: z.int().nullable(),
  file: z.string(),
  /** SHA-256 of the archived copy in the warehouse; null until it is archived. */
  archived: z.object({ object: z.string(), bytes: z.int(), at: auditTime }).nullable(),
  /** When retention removed it from the log; null while it is there. */
  removed_at: auditTime.nullable(),
});
export type AuditSegment = z.infer<typeof auditSegment>;

export const listAuditSegments = endpoint({
  name: 'audit.segments',
  summary: 'The files of the audit log, also those that retention removed',
  method: 'GET',
  path: '/api/audit/segments',
  subject: 'svc.cert.audit.segments',
  query: pageQuery,
  response: pageOf(auditSegment),
  access,
});

export const exportAuditSegment = endpoint({
  name: 'audit.export',
  summary:
    'A file of the audit log, byte for byte, also one that retention removed; the newest one as far as it is signed',
  method: 'GET',
  path: '/api/audit/segments/{first_seq}',
  subject: 'svc.cert.audit.export',
  params: z.strictObject({ first_seq: seq }),
  response: fileReply,
  produces: ['application/jsonl'],
  problems: ['not-found', 'conflict'],
  access,
  timeoutMs: 60_000,
  target: { type: 'audit-segment', param: 'first_seq' },
});

const auditState = z.object({
  state: z.enum(['intact', 'truncated', 'edited', 'reordered', 'forked', 'grown']),
  records: z.int(),
  /** SHA-256 of the newest line: what to anchor elsewhere. */
  head: z.string(),
  detail: z.string(),
  at_seq: z.int().nullable(),
  /** File, line and byte of `at_seq`, if the finding concerns a single line. */
  at_line: z.object({ segment: z.string(), line: z.int(), offset: z.int() }).nullable(),
  /** The number of records, from the first, that the anchor or a signature of the log's key covers. */
  vouched: z.int(),
  /** Where checkpoints are anchored; if this is empty, `detail` says so too. */
  anchors: z.array(z.string()).optional(),
});

export const verifyAudit = endpoint({
  name: 'audit.verify',
  summary: 'Verifies the whole hash chain and reports its head',
  method: 'GET',
  path: '/api/audit/verify',
  subject: 'svc.cert.audit.verify',
  query: z.strictObject({ anchor: z.string().max(4000).optional() }),
  response: auditState,
  access,
  timeoutMs: 300_000,
});
