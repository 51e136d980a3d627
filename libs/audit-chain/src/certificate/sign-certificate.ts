import { canonicalText } from '../canonical-json/canonicalize';
import type { SigningKey } from '../keys/signing-key';
import { encodeBase64 } from '../keys/strict-base64';
import { CERTIFICATE_SCHEMA, type Certificate } from './certificate';
import { certificatePayload, type UnsignedPayload } from './certificate-payload';
import { CertificateError } from './certificate.error';

/**
 * Signs a payload, embedding the key's public half. The same payload and key give the same bytes, always.
 *
 * @throws CertificateError if the payload lacks a key or has one of the wrong shape, JsonError if it is not JSON
 */
export function signCertificate(payload: UnsignedPayload, key: SigningKey): Certificate {
  const text = canonicalText({ ...payload, public_key: key.publicKey.base64 });
  // What goes into the envelope is read back from the signed text, so the two cannot differ.
  const signed: unknown = JSON.parse(text);
  if (!certificatePayload.accepts(signed)) throw new CertificateError(certificatePayload.problems(signed));
  return {
    schema: CERTIFICATE_SCHEMA,
    certificate: signed,
    signature: { algorithm: 'ed25519', value: encodeBase64(key.sign(Buffer.from(text))) },
  };
}
