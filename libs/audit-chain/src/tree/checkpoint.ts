import { decodeBase64 } from '../keys/strict-base64';
import type { SigningKey } from '../keys/signing-key';
import { LogError } from '../record/log.error';
import type { LogKey } from './log-key';
import { openNote, signNote, splitNote } from './signed-note';
import type { TreeHash } from './tree-hash';

/** What a log commits to at one moment: so many records, with this root. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: TreeHash;
}

/** Signs a checkpoint in C2SP tlog-checkpoint form: `origin\nsize\nbase64 root\n`, the key name being the origin. */
export function signCheckpoint({ origin, size, root }: Checkpoint, key: SigningKey): string {
  return signNote(`${origin}\n${size}\n${hashToBase64(root)}\n`, origin, key);
}

/**
 * The checkpoint of a note that the log's key has signed under the log's own name.
 * @throws LogError `malformed-note`, `untrusted-note`
 */
export function openCheckpoint(note: string, key: LogKey): Checkpoint {
  const checkpoint = parseCheckpoint(openNote(note, key));
  if (checkpoint.origin !== key.name)
    throw new LogError('untrusted-note', `the checkpoint is of ${checkpoint.origin}, not of ${key.name}`);
  return checkpoint;
}

/**
 * What a note claims, with no signature checked. Only for comparing a log with itself.
 * @throws LogError `malformed-note`
 */
export function readUnverifiedCheckpoint(note: string): Checkpoint {
  return parseCheckpoint(splitNote(note).text);
}

function parseCheckpoint(text: string): Checkpoint {
  const [origin, size, root] = text.split('\n');
  const hash = root === undefined ? null : base64ToHash(root);
  if (!origin || size === undefined || !/^(0|[1-9]\d{0,15})$/.test(size) || hash === null) {
    throw new LogError('malformed-note', 'the note is not a checkpoint');
  }
  return { origin, size: Number(size), root: hash };
}

/** A hash as notes and proofs write it. */
export function hashToBase64(hash: TreeHash): string {
  return Buffer.from(hash, 'hex').toString('base64');
}

/** The inverse of `hashToBase64`, or null for anything but strict base64 of 32 bytes. */
export function base64ToHash(text: string): TreeHash | null {
  const bytes = decodeBase64(text);
  return bytes?.length === 32 ? Buffer.from(bytes).toString('hex') : null;
}
