import type { CheckpointSigner, LogVerification } from '@svc/audit-chain';
import type { AuditEntry } from '@svc/contracts';

/** The log's folder, and its signing key. */
export interface AuditPlace {
  /** Shared by all replicas. */
  readonly directory: string;
  /** A file of the log is sealed once it has this many bytes. */
  readonly segmentBytes: number;
  readonly signer: CheckpointSigner;
}
export const AUDIT_PLACE = Symbol('AuditPlace');

/** The verifier key that an auditor pins: C2SP, as text. */
export const AUDIT_LOG_KEY = Symbol('AuditLogKey');

export interface Written {
  /** Entries that were not in the log before. */
  readonly appended: number;
  readonly last_seq: number;
}

/** The log as this replica reaches it. */
export interface AuditLog {
  /**
   * Resolves once every entry is durable, whichever replica writes; a known entry is not written again. Waits for
   * a writer while the log changes hands, at most until `deadline` (epoch ms; ten seconds by default). Rejects with
   * `unavailable`, at once when nobody can write; the outcome is then unknown, and sending the entries again harmless.
   */
  append(entries: readonly AuditEntry[], deadline?: number): Promise<Written>;
}
export const AUDIT_LOG = Symbol('AuditLog');

/** The {@link Lease} to write the log. */
export const LEASE = Symbol('Lease');

/** The writing replica, as the others reach it. */
export interface LeadChannel {
  /** False while nobody could reach us. */
  readonly open: boolean;
  /** Called whenever `open` ends. */
  onLoss(listener: () => void): void;
  /** Null when the writer did not answer in time: the fate of the entries is then unknown. */
  ask(entries: readonly AuditEntry[], deadline: number, signal: AbortSignal): Promise<Written | null>;
  /** Serves the others from now on. The returned function stops that, after the last answer. */
  serve(write: (entries: readonly AuditEntry[]) => Promise<Written | null>): () => Promise<void>;
}
export const LEAD_CHANNEL = Symbol('LeadChannel');

export interface StoredFile {
  /** SHA-256 of the content, in hex: its name. */
  readonly object: string;
  readonly bytes: number;
}

/** Files that the gateway can stream. */
export interface AuditFiles {
  /** Stores a copy of a local file permanently. */
  keep(path: string): Promise<StoredFile>;
  has(object: string): Promise<boolean>;
  /** Stores a text long enough for one download. */
  offer(text: string): Promise<StoredFile>;
}
export const AUDIT_FILES = Symbol('AuditFiles');

/** Verifies the log on disk without blocking this process. */
export interface LogVerifier {
  /** @throws LogError `not-found`, or for an anchor `untrusted-note` or `malformed-note` */
  verify(anchor: string | null, signal: AbortSignal): Promise<LogVerification>;
}
export const LOG_VERIFIER = Symbol('LogVerifier');
