import { hash } from 'node:crypto';
import { canonicalText } from '../canonical-json/canonicalize';
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical-json/json-value';
import type { PublicKey } from '../keys/public-key';
import type { SigningKey } from '../keys/signing-key';
import { decodeBase58, encodeBase58 } from './base58btc';

/** Multicodec `ed25519-pub`: what turns a raw key into a Multikey. */
const ED25519_PUB = Buffer.from([0xed, 0x01]);

export interface DataIntegrityOptions {
  /** RFC 3339 time that the proof names. */
  readonly created: string;
  /** URL of the key; by default the key's own `did:key`. */
  readonly verificationMethod?: string;
}

/** The Multikey text of a public key (`z6Mk…`), as W3C documents name it. */
export function toMultikey(key: PublicKey): string {
  return encodeBase58(Buffer.concat([ED25519_PUB, key.bytes]));
}

/** Adds a W3C Data Integrity proof of the cryptosuite `eddsa-jcs-2022` to a document that has none. */
export function signDataIntegrity(document: JsonObject, key: SigningKey, options: DataIntegrityOptions): JsonObject {
  const multikey = toMultikey(key.publicKey);
  const context = document['@context'];
  const proof: JsonObject = {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created: options.created,
    verificationMethod: options.verificationMethod ?? `did:key:${multikey}#${multikey}`,
    proofPurpose: 'assertionMethod',
    ...(context === undefined ? {} : { '@context': context }),
  };
  return { ...document, proof: { ...proof, proofValue: encodeBase58(key.sign(signingInput(document, proof))) } };
}

/** True if `key` made the document's `eddsa-jcs-2022` proof over exactly this document. */
export function verifyDataIntegrity(document: JsonValue, key: PublicKey): boolean {
  if (!isJsonObject(document)) return false;
  const { proof, ...unsecured } = document;
  if (!isJsonObject(proof)) return false;
  const { proofValue, ...options } = proof;
  if (options['type'] !== 'DataIntegrityProof' || options['cryptosuite'] !== 'eddsa-jcs-2022') return false;
  const context = options['@context'];
  if (context !== undefined && !sameContext(context, unsecured['@context'])) return false;
  const signed = context === undefined ? unsecured : { ...unsecured, '@context': context };
  const signature = typeof proofValue === 'string' ? decodeBase58(proofValue) : null;
  return signature !== null && key.verify(signingInput(signed, options), signature);
}

function signingInput(document: JsonObject, proofOptions: JsonObject): Uint8Array {
  return Buffer.concat([
    hash('sha256', canonicalText(proofOptions), 'buffer'),
    hash('sha256', canonicalText(document), 'buffer'),
  ]);
}

/** The document may extend the context that was signed (vc-di-eddsa §3.3.2), but not begin otherwise. */
function sameContext(signed: JsonValue, present: JsonValue | undefined): boolean {
  const list = (value: JsonValue | undefined): string[] => [value ?? []].flat().map((each) => canonicalText(each));
  const now = list(present);
  return list(signed).every((each, index) => each === now[index]);
}
