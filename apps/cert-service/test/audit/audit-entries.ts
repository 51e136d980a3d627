import type { AuditEntry } from '@svc/contracts';

const PREFIX = '00000000-0000-4000-8000-';

/** An entry that is identified by its number. */
export function numbered(number: number, over: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: `${PREFIX}${number.toString(16).padStart(12, '0')}`,
    at: new Date(Date.UTC(2026, 0, 1) + number).toISOString(),
    actor: `user-${number % 50}`,
    action: 'metric.query',
    method: 'POST',
    route: '/api/metrics/{name}/query',
    target: { type: 'metric', name: `metric_${number % 30}` },
    outcome: 'ok',
    status: 200,
    duration_us: 1200,
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    detail: { cached: false },
    ...over,
  };
}

/** The number of an entry, or null for the log's own records. */
export function numberOf({ id }: { readonly id: string }): number | null {
  return id.startsWith(PREFIX) ? Number.parseInt(id.slice(PREFIX.length), 16) : null;
}
