import type { AuditEntry } from '@svc/contracts';

/** The writer of the audit log. */
export interface AuditLog {
  /** False when nothing can be written now. */
  readonly reachable: boolean;
  /** Resolves once every entry is written durably. Sending an entry twice, with the same id, is harmless. */
  append(entries: readonly AuditEntry[]): Promise<void>;
}

/** Injects the {@link AuditLog}. */
export const AUDIT_LOG = Symbol('gateway.audit-log');
