import { canonicalText } from '../canonical-json/canonicalize';
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical-json/json-value';
import { JsonError } from '../canonical-json/json.error';
import { parseJson } from '../canonical-json/parse-json';
import { type Sha256Digest, sha256Digest } from '../canonical-json/sha256-digest';
import { LogError } from '../record/log.error';
import { object, record, string, type ShapeOf } from '../shape/shape';
import { type Checkpoint, openCheckpoint } from '../tree/checkpoint';
import { formatLogKey, type LogKey, parseLogKey } from '../tree/log-key';
import { parseProof, type TlogProof } from '../tree/tlog-proof';
import { leafHash } from '../tree/tree-hash';
import { verifyInclusion } from '../tree/verify-proof';
import type { CertificatePayload } from './certificate-payload';

/**
 * `preregistration` of a payload: proofs, against one checkpoint of one log, that the claim was declared before any of the
 * data was registered. `claim` and each of `data` (by the name of the input) is a C2SP tlog-proof text.
 */
export const preregistration = object({ log_key: string(), claim: string(), data: record(string()) });
export type Preregistration = ShapeOf<typeof preregistration>;

/** A record of the log, and when its writer says that it was written. */
export interface RecordedMoment {
  readonly seq: number;
  readonly at: string;
}

/** Why a preregistration proves nothing. `other-log`: it may prove something to whoever trusts that log. */
export type PreregistrationCode = 'malformed-preregistration' | 'other-log' | 'wrong-preregistration';

export interface ProvenPreregistration {
  /** `proven`: by the pinned key of the log. `self_consistent`: by the key that the certificate names. */
  readonly outcome: 'proven' | 'self_consistent';
  readonly log: string;
  readonly claim: RecordedMoment;
  readonly data: Readonly<Record<string, RecordedMoment>>;
  /** Records that the checkpoint commits to. */
  readonly size: number;
}
export type PreregistrationVerification =
  ProvenPreregistration | { readonly outcome: 'invalid'; readonly code: PreregistrationCode; readonly reason: string };

/** What the record of a declaration holds of a claim: it moves with every word of question, kind, roles and facts. */
export function claimDigest(question: string, { kind, roles, declared }: CertificatePayload['claim']): Sha256Digest {
  return sha256Digest({ question, kind, roles, declared });
}

/** Verifies the member with nothing but the payload and, if given, the key of the log one trusts. */
export function verifyPreregistration(
  payload: CertificatePayload,
  member: JsonValue,
  logKey: LogKey | undefined,
): PreregistrationVerification {
  try {
    if (!preregistration.accepts(member))
      throw new Refusal('malformed-preregistration', preregistration.problems(member).join('; '));
    const named = namedKey(member.log_key);
    if (logKey !== undefined && formatLogKey(logKey) !== member.log_key)
      throw new Refusal('other-log', `its proofs are of the log ${named.name}, under another key than the pinned one`);
    return { outcome: logKey === undefined ? 'self_consistent' : 'proven', ...momentsOf(payload, member, named) };
  } catch (error) {
    if (error instanceof Refusal) return { outcome: 'invalid', code: error.code, reason: error.message };
    throw error;
  }
}

function momentsOf(
  payload: CertificatePayload,
  member: Preregistration,
  key: LogKey,
): Omit<ProvenPreregistration, 'outcome'> {
  const claim = provenRecord('the claim', member.claim, key);
  const { target } = claim.record;
  insist(
    isOk(claim.record, 'derivation.put') && isDerivation(target ?? null, payload.derivation),
    'the record of the claim is not of a declaration of this derivation',
  );
  insist(
    detailOf(claim.record)['claim'] === claimDigest(payload.question, payload.claim),
    'another claim than that of the certificate was declared',
  );
  const inputs = Object.entries(payload.data.inputs);
  insist(
    inputs.length > 0 && inputs.length === Object.keys(member.data).length,
    'there is not one proof for each input',
  );
  const data = inputs.map(([name, digest]): [string, RecordedMoment] => {
    const text = Object.hasOwn(member.data, name) ? member.data[name] : undefined;
    if (text === undefined) throw new Refusal('wrong-preregistration', `there is no proof for the input ${name}`);
    const found = provenRecord(`the input ${name}`, text, key);
    insist(found.note === claim.note, 'the proofs are against different checkpoints');
    insist(
      isOk(found.record, 'dataset.register') && detailOf(found.record)['data'] === digest,
      `the record for ${name} is not of the registration of its data`,
    );
    insist(found.moment.seq > claim.moment.seq, `the data of ${name} were registered before the claim was declared`);
    return [name, found.moment];
  });
  return { log: key.name, claim: claim.moment, data: Object.fromEntries(data), size: claim.checkpoint.size };
}

interface ProvenRecord {
  readonly record: JsonObject;
  readonly moment: RecordedMoment;
  readonly checkpoint: Checkpoint;
  /** The signed checkpoint, verbatim. */
  readonly note: string;
}

function provenRecord(of: string, text: string, key: LogKey): ProvenRecord {
  const proof = parseProof(text);
  if (proof === null) throw new Refusal('wrong-preregistration', `the proof of ${of} is not a tlog-proof`);
  const record = canonicalRecord(proof);
  const checkpoint = openNoteOf(proof, key);
  insist(
    verifyInclusion(leafHash(Buffer.from(proof.line)), proof.index, checkpoint.size, proof.hashes, checkpoint.root),
    `the record of ${of} is not in the tree that the checkpoint commits to`,
  );
  const at = record['at'];
  if (record['seq'] !== proof.index || typeof at !== 'string')
    throw new Refusal('wrong-preregistration', `the record of ${of} is not the one at index ${proof.index}`);
  return { record, moment: { seq: proof.index, at }, checkpoint, note: proof.checkpoint };
}

function canonicalRecord({ line }: TlogProof): JsonObject {
  try {
    const value = parseJson(line);
    if (isJsonObject(value) && canonicalText(value) === line) return value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  throw new Refusal('wrong-preregistration', 'what a proof carries is not a canonical record');
}

function openNoteOf({ checkpoint }: TlogProof, key: LogKey): Checkpoint {
  try {
    return openCheckpoint(checkpoint, key);
  } catch (error) {
    if (error instanceof LogError) throw new Refusal('wrong-preregistration', error.message);
    throw error;
  }
}

function namedKey(text: string): LogKey {
  try {
    const key = parseLogKey(text);
    if (formatLogKey(key) === text) return key;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
  }
  throw new Refusal('malformed-preregistration', 'log_key is not a verifier key `name+id+key`');
}

function isOk(record: JsonObject, action: string): boolean {
  return record['action'] === action && record['outcome'] === 'ok';
}

function isDerivation(target: JsonValue, name: string): boolean {
  return isJsonObject(target) && target['type'] === 'derivation' && target['name'] === name;
}

function detailOf(record: JsonObject): JsonObject {
  const detail = record['detail'] ?? null;
  return isJsonObject(detail) ? detail : {};
}

function insist(holds: boolean, otherwise: string): void {
  if (!holds) throw new Refusal('wrong-preregistration', otherwise);
}

class Refusal extends Error {
  constructor(
    readonly code: PreregistrationCode,
    reason: string,
  ) {
    super(reason);
  }
}
