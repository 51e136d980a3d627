import type { Sha256Digest } from '../canonical-json/sha256-digest';
import type { CertificatePayload } from './certificate-payload';
import type { PreregistrationCode, ProvenPreregistration } from './preregistration';

/**
 * The check that failed, in the order the checks are made: everything before it passed.
 *
 * `other-key`: the embedded key is not the pinned one, so the file was edited and signed again, or another instance
 * issued it. `retired-key`: the pinned history says the key was retired before the certificate was issued.
 */
export type InvalidCertificateCode =
  | 'not-json'
  | 'unknown-schema'
  | 'unknown-algorithm'
  | 'malformed-key'
  | 'weak-key'
  | 'other-key'
  | 'retired-key'
  | 'malformed-signature'
  | 'wrong-signature'
  | 'malformed-payload'
  | PreregistrationCode;

export interface InvalidCertificate {
  readonly outcome: 'invalid';
  readonly code: InvalidCertificateCode;
  readonly reason: string;
}

export interface ValidCertificate {
  /** `trusted`: signed by the pinned key. `self_consistent`: no key was pinned, so anybody may have signed it. */
  readonly outcome: 'trusted' | 'self_consistent';
  /** What is proven and what is not, in words. */
  readonly reason: string;
  /** The payload as received, unknown members included. */
  readonly certificate: CertificatePayload;
  readonly digest: Sha256Digest;
  /** Base64 of the key that signed. */
  readonly publicKey: string;
  /** When the claim was declared and the data were registered, where the certificate proves that order. */
  readonly preregistration?: ProvenPreregistration;
}

/** What can be said of a certificate by somebody who has the file and perhaps a key. */
export type CertificateVerification = InvalidCertificate | ValidCertificate;
