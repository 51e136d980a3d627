import { createHash } from 'node:crypto';
import { openSecretFile, saltedDigest } from '@svc/audit-chain';

/** What a caller sent besides the path, as far as it was read. */
export interface Sent {
  /** The query string as it was sent; empty for none. */
  readonly query: string;
  /** SHA-256 of the body's bytes, in hex; null for none, and for uploads, whose content has a hash of its own. */
  readonly bodyHash: string | null;
}

export function hashBody(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}

/**
 * The audit log's digests of a request: `query` and `body` as HMAC-SHA-256 under a secret salt of the canonical
 * JSON of `["query", query string]` and `["body", SHA-256 of the body in hex]`. With the salt one can prove what was sent;
 * without it nobody can guess it, and deleting the salt erases the digests, since log lines can never be redacted.
 */
export class ParameterDigests {
  private constructor(private readonly salt: Uint8Array | null) {}

  /** Reads the salt from a file, created on first use and shared by all gateways; without a file no digests are recorded. */
  static async open(file: string | undefined): Promise<ParameterDigests> {
    return new ParameterDigests(file === undefined ? null : await openSecretFile(file));
  }

  of({ query, bodyHash }: Sent): { readonly query?: string; readonly body?: string } {
    if (this.salt === null) return {};
    return {
      ...(query === '' ? {} : { query: saltedDigest(this.salt, 'query', query) }),
      ...(bodyHash === null ? {} : { body: saltedDigest(this.salt, 'body', bodyHash) }),
    };
  }
}
