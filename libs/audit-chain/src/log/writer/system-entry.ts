import { hash } from 'node:crypto';
import type { AuditEntry } from '../../record/audit-record';

/** What the log writes about itself: a segment begins; a torn line was cut off. */
export type SystemAction = 'log.segment' | 'log.recovered';

/** An entry by the log itself. Its id follows from its place, so it needs no source of randomness. */
export function systemEntry(action: SystemAction, at: Date, prev: string, detail: AuditEntry['detail']): AuditEntry {
  return {
    id: uuidOf(`${action}\n${prev}`),
    at: at.toISOString(),
    actor: 'svc:audit-log',
    action,
    method: '-',
    route: '-',
    target: null,
    outcome: 'ok',
    status: 0,
    duration_us: 0,
    trace_id: '',
    detail,
  };
}

/** A UUID of version 8 (RFC 9562 §5.8) from a hash. */
function uuidOf(text: string): string {
  const hex = hash('sha256', text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
