import { randomUUID } from 'node:crypto';
import { auditEntry, type AuditEntry, type Endpoint, type Principal } from '@svc/contracts';
import type { Granted } from './granted-in';
import type { ParameterDigests, Sent } from './parameter-digests';

/** The facts from which the record of a request is made. */
export interface Served {
  readonly at: Date;
  readonly principal: Principal | null;
  /** Null for a path under /api without an operation. */
  readonly endpoint: Endpoint | null;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly status: number;
  /** The problem's code, for a request that was refused or failed. */
  readonly code: string | null;
  readonly durationMs: number;
  readonly traceId: string;
  /** True when the response is a stored one, for the same Idempotency-Key. */
  readonly replayed: boolean;
  readonly granted: Granted;
  readonly sent: Sent;
}

/**
 * The record of a request: who did what to which object with which outcome. Of the payload it contains only what grants
 * something, as the operation declares. Never other payload, never a secret.
 */
export function toAuditEntry(served: Served, digests: ParameterDigests): AuditEntry {
  const { endpoint, status } = served;
  return auditEntry.parse({
    id: randomUUID(),
    at: served.at.toISOString(),
    actor: served.principal?.id ?? 'anonymous',
    action: endpoint?.name ?? 'http.unknown-route',
    method: served.method.slice(0, 10),
    route: endpoint?.path ?? '/api',
    target: targetOf(served),
    outcome: outcomeOf(status),
    status,
    duration_us: Math.max(0, Math.round(served.durationMs * 1_000)),
    trace_id: served.traceId,
    detail: detailOf(served, digests),
  });
}

/** Facts from the payload come first, so that they can never overwrite our own. */
function detailOf(
  { granted, principal, code, replayed, sent }: Served,
  digests: ParameterDigests,
): AuditEntry['detail'] {
  return {
    ...granted,
    ...(principal?.via === undefined ? {} : { via: principal.via }),
    ...(code === null ? {} : { code }),
    ...(replayed ? { replayed: true } : {}),
    ...digests.of(sent),
  };
}

function outcomeOf(status: number): AuditEntry['outcome'] {
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'error';
}

/** The path may contain anything a caller types, so it is cut to what the log accepts. */
function targetOf({ endpoint, params }: Served): AuditEntry['target'] {
  if (endpoint?.target == null) return null;
  const name = params[endpoint.target.param];
  return typeof name === 'string' ? { type: endpoint.target.type, name: name.slice(0, 200) } : null;
}
