import { readIfPresent } from '../files/read-if-present';
import { checkpointPath } from '../log/log-layout';
import { readPruned } from '../log/pruned';
import { decodeLine } from '../record/record-line';
import { scanLines } from '../log/segment/scan-lines';
import { listSegments, type Segment } from '../log/segment/segment';
import { sealedCheckpoint } from '../log/segment/segment-seal';
import { LogError } from '../record/log.error';
import { openCheckpoint, readUnverifiedCheckpoint, type Checkpoint } from '../tree/checkpoint';
import type { LogKey } from '../tree/log-key';
import type { TreeHash } from '../tree/tree-hash';
import type { LogAnchor } from './log-verification';

/** Something that says what the log was when it had `size` records. */
export interface Claim {
  readonly source: 'anchor' | 'checkpoint' | 'segment' | 'pruned';
  /** Name of the file it was found in; empty for the anchor. */
  readonly file: string;
  readonly size: number;
  readonly root?: TreeHash;
  readonly hash?: string;
  /** True for an anchor, and for a note that the given log key signed. */
  readonly vouched: boolean;
  /** True for a note in the log that the given log key did not sign: it should have. */
  readonly forged: boolean;
}

/** Null where the reader has no key: then notes are compared, not believed. */
type Keys = readonly LogKey[] | null;

interface ClaimOptions {
  readonly anchor?: LogAnchor;
  readonly logKey?: LogKey | readonly LogKey[];
}

/** All claims about a log: the anchor, the newest checkpoint, the one at each segment's beginning, the pruned part's. */
export async function collectClaims(directory: string, { anchor, logKey }: ClaimOptions): Promise<Claim[]> {
  const keys = logKey === undefined ? null : [logKey].flat();
  const claims: Claim[] = anchor === undefined ? [] : [anchorClaim(anchor, keys)];
  const checkpoint = await readIfPresent(checkpointPath(directory));
  if (checkpoint !== null) claims.push(noteClaim('checkpoint', 'checkpoint', checkpoint, keys));
  const pruned = await readPruned(directory);
  if (pruned?.checkpoint != null) claims.push(noteClaim('pruned', 'pruned.json', pruned.checkpoint, keys));
  for (const segment of await listSegments(directory)) {
    const note = sealOf(segment);
    if (note !== null) claims.push(noteClaim('segment', segment.name, note, keys));
  }
  return claims.sort((a, b) => a.size - b.size);
}

function anchorClaim(anchor: LogAnchor, keys: Keys): Claim {
  const found = { source: 'anchor', file: '', vouched: true, forged: false } as const;
  if ('hash' in anchor) return { ...found, size: anchor.seq + 1, hash: anchor.hash };
  const { size, root } = readNote(anchor.checkpoint, keys);
  return { ...found, size, root };
}

function noteClaim(source: Claim['source'], file: string, note: string, keys: Keys): Claim {
  try {
    const { size, root } = readNote(note, keys);
    return { source, file, size, root, vouched: keys !== null, forged: false };
  } catch (error) {
    if (error instanceof LogError) return { source, file, size: 0, vouched: false, forged: true };
    throw error;
  }
}

/** The checkpoint of a note, signed by one of the keys if there are any to ask. */
function readNote(note: string, keys: Keys): Checkpoint {
  if (keys === null) return readUnverifiedCheckpoint(note);
  for (const key of keys) {
    const checkpoint = tryOpen(note, key);
    if (checkpoint !== null) return checkpoint;
  }
  throw new LogError('untrusted-note', 'the checkpoint is not signed by the log key given');
}

function tryOpen(note: string, key: LogKey): Checkpoint | null {
  try {
    return openCheckpoint(note, key);
  } catch (error) {
    if (error instanceof LogError && error.code === 'untrusted-note') return null;
    throw error;
  }
}

function sealOf(segment: Segment): string | null {
  let note: string | null = null;
  scanLines(segment.path, 0, 1, (buffer, start, end) => {
    const record = decodeLine(buffer.toString('utf8', start, end));
    note = record?.action === 'log.segment' ? sealedCheckpoint(record) : null;
  });
  return note;
}
