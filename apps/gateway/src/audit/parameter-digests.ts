import { createHash } from 'node:crypto';
import { openSecretFile, saltedDigest } from '@svc/audit-chain';

/** What a caller sent beside the path, as far as it was read. */
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
 * What stands in the audit log for what a caller sent: `query` and `body` as HMAC-SHA-256 under a secret salt of the canonical
 * JSON of `["query", query string]` and `["body", SHA-256 of the body in hex]`. Whoever has the salt can show what was sent;
 * nobody else can guess it; and without the salt the digests mean nothing, for lines can never be redacted.
 */
export class ParameterDigests {
  private constructor(private readonly salt: Uint8Array | null) {}

  /** With the salt of a file, made on first use and shared by all gateways; without one nothing of what is sent is recorded. */
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
