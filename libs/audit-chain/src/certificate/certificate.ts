import type { CertificatePayload } from './certificate-payload';

/** Names the shape of the envelope; a verifier refuses any other by name. */
export const CERTIFICATE_SCHEMA = 'svc.certificate/v1';

/** The signed envelope: a detached Ed25519 signature over the canonical JSON bytes of the payload. */
export interface Certificate {
  readonly schema: typeof CERTIFICATE_SCHEMA;
  readonly certificate: CertificatePayload;
  /** `value` is base64 of the 64 bytes. */
  readonly signature: { readonly algorithm: 'ed25519'; readonly value: string };
}
