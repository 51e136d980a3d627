import { hash } from 'node:crypto';
import { canonicalize } from '../canonical-json/canonicalize';
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical-json/json-value';
import { JsonError } from '../canonical-json/json.error';
import { parseJson } from '../canonical-json/parse-json';
import { KeyError } from '../keys/key.error';
import type { KeyHistory } from '../keys/key-history';
import { parsePublicKey, PublicKey } from '../keys/public-key';
import { decodeBase64 } from '../keys/strict-base64';
import { CERTIFICATE_SCHEMA } from './certificate';
import { certificatePayload } from './certificate-payload';
import type { LogKey } from '../tree/log-key';
import { verifyPreregistration } from './preregistration';
import type { CertificateVerification, InvalidCertificate, InvalidCertificateCode } from './certificate-verification';

type Pinned = string | PublicKey | KeyHistory;

/**
 * Verifies a certificate with nothing but its text and, if given, the key or key history one trusts. Works on the
 * JSON as received; the checks run in the order of `InvalidCertificateCode` and stop at the first that fails.
 *
 * @param input the certificate file, as text or bytes
 * @param options.pinnedKey the issuer's public key (base64, or read once for many certificates) or the issuer's key
 *   history, from an independent source
 * @param options.logKey the key of the issuer's audit log, from an independent source: what a preregistration is held to
 * @throws KeyError if the pinned key is none: that is the caller's mistake, not the certificate's
 */
export function verifyCertificate(
  input: string | Uint8Array,
  options: { readonly pinnedKey?: Pinned; readonly logKey?: LogKey } = {},
): CertificateVerification {
  try {
    return verify(parseJson(input), options.pinnedKey, options.logKey);
  } catch (error) {
    if (error instanceof Refusal) return error.verdict;
    if (error instanceof JsonError) return { outcome: 'invalid', code: 'not-json', reason: error.message };
    throw error;
  }
}

function verify(document: JsonValue, pinned: Pinned | undefined, logKey: LogKey | undefined): CertificateVerification {
  const { payload, signatureText } = openEnvelope(document);
  const embedded = embeddedKey(payload);
  const key = pinned === undefined ? embedded : requirePinned(embedded, payload, pinned);
  const signature = decodeBase64(signatureText);
  if (signature?.length !== 64)
    throw new Refusal('malformed-signature', 'the signature is not strict base64 of 64 bytes');
  const bytes = canonicalize(payload);
  if (!key.verify(bytes, signature)) {
    throw new Refusal('wrong-signature', 'the signature does not fit the content: it was changed after signing');
  }
  if (!certificatePayload.accepts(payload)) {
    throw new Refusal('malformed-payload', certificatePayload.problems(payload).join('; '));
  }
  const registered = member(payload, 'preregistration');
  const found = registered === undefined ? null : verifyPreregistration(payload, registered, logKey);
  if (found?.outcome === 'invalid') throw new Refusal(found.code, found.reason);
  return {
    outcome: pinned === undefined ? 'self_consistent' : 'trusted',
    reason: pinned === undefined ? PROVEN_WITHOUT_KEY : PROVEN_WITH_KEY,
    certificate: payload,
    digest: `sha256:${hash('sha256', bytes)}`,
    publicKey: key.base64,
    ...(found === null ? {} : { preregistration: found }),
  };
}

const PROVEN_WITH_KEY =
  'the holder of the pinned key issued exactly this content; whether it still matches its derivation only the issuing instance can say';
const PROVEN_WITHOUT_KEY =
  'the content fits the key it carries; without a pinned key this does not show who issued it, because anybody can edit it and sign it again with their own key';

function openEnvelope(document: JsonValue): { payload: JsonObject; signatureText: string } {
  if (!isJsonObject(document)) throw new Refusal('unknown-schema', 'a certificate is a JSON object');
  const schema = member(document, 'schema');
  if (schema !== CERTIFICATE_SCHEMA) {
    throw new Refusal(
      'unknown-schema',
      `schema ${JSON.stringify(schema ?? null)} is not supported, only ${CERTIFICATE_SCHEMA}`,
    );
  }
  const signature = member(document, 'signature');
  const algorithm = isJsonObject(signature) ? member(signature, 'algorithm') : undefined;
  if (!isJsonObject(signature) || algorithm !== 'ed25519') {
    throw new Refusal('unknown-algorithm', `signature algorithm ${JSON.stringify(algorithm ?? null)} is not ed25519`);
  }
  const payload = member(document, 'certificate');
  if (!isJsonObject(payload)) throw new Refusal('malformed-key', 'there is no payload to hold a key');
  const value = member(signature, 'value');
  return { payload, signatureText: typeof value === 'string' ? value : '' };
}

/** Own members only: `{}` must not be found to have a `constructor`. */
function member(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function embeddedKey(payload: JsonObject): PublicKey {
  const text = member(payload, 'public_key');
  if (typeof text !== 'string') throw new Refusal('malformed-key', 'the payload has no public_key');
  try {
    return parsePublicKey(text);
  } catch (error) {
    if (error instanceof KeyError)
      throw new Refusal(error.code === 'weak-key' ? 'weak-key' : 'malformed-key', error.message);
    throw error;
  }
}

/** The trusted key that the embedded one is equal to. */
function requirePinned(embedded: PublicKey, payload: JsonObject, pinned: Pinned): PublicKey {
  if (typeof pinned === 'string') return requirePinned(embedded, payload, parsePublicKey(pinned));
  if (pinned instanceof PublicKey) {
    if (pinned.equals(embedded)) return pinned;
    throw new Refusal(
      'other-key',
      'signed by another key than the pinned one: edited and signed again, or issued by another instance',
    );
  }
  const entry = pinned.find((each) => each.public_key === embedded.base64);
  if (entry === undefined) {
    throw new Refusal(
      'other-key',
      'signed by a key that is not in the pinned history: edited and signed again, or issued by another instance',
    );
  }
  const issuedAt = member(payload, 'issued_at');
  if (entry.until !== null && !(typeof issuedAt === 'string' && Date.parse(issuedAt) <= Date.parse(entry.until))) {
    throw new Refusal(
      'retired-key',
      `the key was retired at ${entry.until}, before the certificate says it was issued`,
    );
  }
  return embedded;
}

class Refusal extends Error {
  readonly verdict: InvalidCertificate;

  constructor(code: InvalidCertificateCode, reason: string) {
    super(reason);
    this.verdict = { outcome: 'invalid', code, reason };
  }
}
