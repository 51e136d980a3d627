import { canonicalize } from '../canonical-json/canonicalize';
import { parseJson } from '../canonical-json/parse-json';
import type { PublicKey } from '../keys/public-key';
import type { SigningKey } from '../keys/signing-key';
import { decodeBase64, encodeBase64 } from '../keys/strict-base64';
import { array, literal, object, record, string, type ShapeOf } from '../shape/shape';
import { certificatePayload, type CertificatePayload } from './certificate-payload';

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
/** The predicate is the certificate payload, unchanged. */
const PREDICATE_TYPE = 'urn:svc:certificate:v1';

const envelopeShape = object({
  payload: string(),
  payloadType: literal(PAYLOAD_TYPE),
  signatures: array(object({ sig: string() })),
});

const statementShape = object({
  _type: literal(STATEMENT_TYPE),
  subject: array(object({ name: string(), digest: record(string()) })),
  predicateType: literal(PREDICATE_TYPE),
  predicate: certificatePayload,
});

/** A DSSE envelope around an in-toto statement (secure-systems-lab DSSE v1, in-toto Statement v1). */
export type InTotoEnvelope = ShapeOf<typeof envelopeShape>;
export type InTotoStatement = ShapeOf<typeof statementShape>;

/**
 * The same certificate for tools that speak in-toto: subject is the certified data, predicate the payload. A second
 * envelope beside `svc.certificate/v1`, signed over DSSE's own bytes.
 */
export function toInTotoEnvelope(payload: CertificatePayload, key: SigningKey): InTotoEnvelope {
  const statement = canonicalize({
    _type: STATEMENT_TYPE,
    subject: [{ name: payload.derivation, digest: { sha256: payload.data.hash.slice('sha256:'.length) } }],
    predicateType: PREDICATE_TYPE,
    predicate: payload,
  });
  const sig = encodeBase64(key.sign(preAuthEncoding(statement)));
  return { payload: encodeBase64(statement), payloadType: PAYLOAD_TYPE, signatures: [{ sig }] };
}

/**
 * The statement of an envelope that `key` signed, or null if it did not or the content is not a certificate statement.
 * The bytes are verified as received and parsed only afterwards; key ids are ignored, for nobody signed them.
 */
export function openInTotoEnvelope(input: string | Uint8Array, key: PublicKey): InTotoStatement | null {
  const envelope = parseJson(input);
  if (!envelopeShape.accepts(envelope)) return null;
  const statement = decodeBase64(envelope.payload);
  if (statement === null) return null;
  const signed = envelope.signatures.some(({ sig }) => {
    const signature = decodeBase64(sig);
    return signature !== null && key.verify(preAuthEncoding(statement), signature);
  });
  if (!signed) return null;
  const value = parseJson(statement);
  return statementShape.accepts(value) ? value : null;
}

/** `DSSEv1 <length of type> <type> <length of body> <body>`: no other message has the same bytes. */
function preAuthEncoding(body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${body.length} `), body]);
}
