import { decodeBase64, encodeBase64 } from '../keys/strict-base64';
import type { AuditRecord } from '../record/audit-record';
import { LogError } from '../record/log.error';
import { decodeLine } from '../record/record-line';
import { base64ToHash, hashToBase64, openCheckpoint, type Checkpoint } from './checkpoint';
import type { LogKey } from './log-key';
import { leafHash, type TreeHash } from './tree-hash';
import { verifyInclusion } from './verify-proof';

const HEADER = 'c2sp.org/tlog-proof@v1';

/** The parts of a proof that one record is in a log. */
export interface TlogProof {
  readonly line: string;
  readonly index: number;
  readonly hashes: readonly TreeHash[];
  /** The signed checkpoint, verbatim. */
  readonly checkpoint: string;
}

/** A proof is worth nothing, or it shows that the log's key committed to this very record. */
export type ProofVerification =
  | {
      readonly outcome: 'included';
      readonly record: AuditRecord;
      readonly line: string;
      readonly checkpoint: Checkpoint;
    }
  | { readonly outcome: 'invalid'; readonly reason: string };

/**
 * The C2SP tlog-proof text, with the raw line as its `extra`:
 *
 *     c2sp.org/tlog-proof@v1
 *     extra <base64 of the raw line>
 *     index <seq>
 *     <base64 sibling hash, leaf's sibling first>*
 *     <empty line>
 *     <signed checkpoint>
 */
export function formatProof({ line, index, hashes, checkpoint }: TlogProof): string {
  const extra = encodeBase64(Buffer.from(line));
  return [HEADER, `extra ${extra}`, `index ${index}`, ...hashes.map(hashToBase64), '', checkpoint].join('\n');
}

/** Verifies a proof with nothing but its text and the log's key. */
export function verifyProof(text: string, key: LogKey): ProofVerification {
  const proof = parseProof(text);
  if (proof === null) return { outcome: 'invalid', reason: 'the text is not a tlog-proof that carries a record' };
  const record = decodeLine(proof.line);
  if (record === null) return { outcome: 'invalid', reason: 'what the proof carries is not a canonical record' };
  if (record.seq !== proof.index)
    return { outcome: 'invalid', reason: `record ${record.seq} stands at index ${proof.index}` };
  try {
    const checkpoint = openCheckpoint(proof.checkpoint, key);
    const leaf = leafHash(Buffer.from(proof.line));
    if (!verifyInclusion(leaf, proof.index, checkpoint.size, proof.hashes, checkpoint.root)) {
      return { outcome: 'invalid', reason: 'the record is not in the tree that the checkpoint commits to' };
    }
    return { outcome: 'included', record, line: proof.line, checkpoint };
  } catch (error) {
    if (error instanceof LogError) return { outcome: 'invalid', reason: error.message };
    throw error;
  }
}

/** The parts of a proof text, none of them verified; null if it is none. */
export function parseProof(text: string): TlogProof | null {
  const end = text.indexOf('\n\n');
  const [header, extra, index, ...encoded] = text.slice(0, Math.max(0, end)).split('\n');
  const line = extra?.startsWith('extra ') === true ? decodeBase64(extra.slice('extra '.length)) : null;
  const [, digits] = /^index (0|[1-9]\d{0,15})$/.exec(index ?? '') ?? [];
  const hashes = encoded.map(base64ToHash).filter((each) => each !== null);
  if (
    header !== HEADER ||
    line === null ||
    digits === undefined ||
    hashes.length !== encoded.length ||
    hashes.length > 64
  )
    return null;
  const utf8 = Buffer.from(line).toString('utf8');
  if (!Buffer.from(utf8).equals(line)) return null;
  return { line: utf8, index: Number(digits), hashes, checkpoint: text.slice(end + 2) };
}

/** Body of a witness request (C2SP tlog-witness `add-checkpoint`): the size it knows, the consistency proof, the note. */
export function formatAddCheckpoint(oldSize: number, proof: readonly TreeHash[], checkpoint: string): string {
  return [`old ${oldSize}`, ...proof.map(hashToBase64), '', checkpoint].join('\n');
}
