import { hash } from 'node:crypto';
import type { AuditEntry } from '../../src/record/audit-record';

/** Seed of the log key in tests, and the log's name. */
export const keySeed = Buffer.alloc(32, 9);
export const ORIGIN = 'example.com/audit';

/** A UUID that is the same for the same number. */
export function idOf(number: number): string {
  const hex = hash('sha256', String(number));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** One invocation, told apart by its number. */
export function entry(number: number, change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: idOf(number),
    at: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
    actor: `user-${number % 7}`,
    action: number % 3 === 0 ? 'metric.query' : 'certificate.get',
    method: 'GET',
    route: '/api/certificates/{name}',
    target: { type: 'certificate', name: `derivation_${number % 5}` },
    outcome: 'ok',
    status: 200,
    duration_us: 1000 + number,
    trace_id: 'abc',
    detail: { digest: `sha256:${'0'.repeat(64)}`, cached: false },
    ...change,
  };
}
