import type { AuditEntry, AuditRecord } from '@svc/contracts';

export interface AuditFilter {
  readonly actor: string | undefined;
  readonly action: string | undefined;
  readonly target: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Only records with a smaller sequence number: newest first goes on from here. */
  readonly before: number | undefined;
  readonly limit: number;
}

export interface AuditState {
  readonly state: 'intact' | 'truncated' | 'edited' | 'reordered' | 'forked' | 'grown';
  readonly records: number;
  readonly head: string;
  readonly detail: string;
  readonly at_seq: number | null;
}

/** The log as this replica reaches it. */
export interface AuditLog {
  /** Resolves once every entry is durable; an entry known already is not written again. Rejects with `unavailable` without the lease. */
  append(entries: readonly AuditEntry[]): Promise<{ readonly appended: number; readonly last_seq: number }>;
  /** Newest first. */
  records(filter: AuditFilter): Promise<AuditRecord[]>;
  verify(anchor: string | undefined): Promise<AuditState>;
}
export const AUDIT_LOG = Symbol('AuditLog');
