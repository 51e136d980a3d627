import { sha256Digest, type Sha256Digest } from '../canonical-json/sha256-digest';
import type { CertificatePayload } from './certificate-payload';

/**
 * What names a certificate in logs, links and QR codes: SHA-256 of the payload's canonical bytes, the very bytes that
 * are signed. Wrapping the payload in another envelope does not change it.
 */
export function certificateDigest(payload: CertificatePayload): Sha256Digest {
  return sha256Digest(payload);
}
