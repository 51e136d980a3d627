import { z } from 'zod';
import { endpoint, internalCall } from '../endpoint';
import { timestamp } from '../json';
import { pageOf, pageQuery } from '../page';
import { auditEntry, auditRecord } from './audit';

/** Writes a batch durably: the answer comes after the sync. A record is written once, however often it is sent. */
export const appendAudit = internalCall({
  name: 'audit.append', subject: 'svc.cert.audit.append',
  request: z.strictObject({ entries: z.array(auditEntry).min(1).max(1000) }),
  response: z.object({ appended: z.int(), last_seq: z.int() }),
});

export const listAudit = endpoint({
  name: 'audit.list', summary: 'Audit records, newest first, by actor, action, target and time',
  method: 'GET', path: '/api/audit/records', subject: 'svc.cert.audit.list',
  query: pageQuery.extend({
    actor: z.string().max(200).optional(), action: z.string().max(100).optional(),
    target: z.string().max(200).optional(), from: timestamp.optional(), to: timestamp.optional(),
  }),
  response: pageOf(auditRecord), access: { scope: 'audit:read' }, timeoutMs: 30_000,
});

export const auditState = z.object({
  state: z.enum(['intact', 'truncated', 'edited', 'reordered', 'forked', 'grown']),
  records: z.int(),
  /** SHA-256 of the newest line: what to anchor elsewhere. */
  head: z.string(),
  detail: z.string(),
  at_seq: z.int().nullable(),
});

export const verifyAudit = endpoint({
  name: 'audit.verify', summary: 'Verifies the whole hash chain and reports its head',
  method: 'GET', path: '/api/audit/verify', subject: 'svc.cert.audit.verify',
  query: z.strictObject({ anchor: z.string().max(4000).optional() }),
  response: auditState, access: { scope: 'audit:read' }, timeoutMs: 300_000,
});
