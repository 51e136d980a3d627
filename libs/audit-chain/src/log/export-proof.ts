import { readIfPresent } from '../files/read-if-present';
import { readUnverifiedCheckpoint } from '../tree/checkpoint';
import { consistencyProof, inclusionProof } from '../tree/merkle-proof';
import { formatProof } from '../tree/tlog-proof';
import { subtreesOf } from '../tree/tree-file';
import { leafHash, type TreeHash } from '../tree/tree-hash';
import { verifyInclusion } from '../tree/verify-proof';
import { checkpointPath, treeDirectory } from './log-layout';
import { LogError } from '../record/log.error';
import { listSegments } from './segment/segment';
import { readBlock, segmentBlocks } from './segment/segment-blocks';

/**
 * A proof, in C2SP tlog-proof form, that record `seq` is in the log as the newest checkpoint commits to it. It carries
 * the record's line and verifies offline with the log's key alone (`verifyProof`).
 *
 * @param checkpoint the note to prove against, by default the directory's newest
 * @throws LogError `not-found` if there is no such record or no checkpoint covers it yet, `log-damaged` if line and
 *   tree disagree with the checkpoint
 */
export async function exportProof(directory: string, seq: number, checkpoint?: string): Promise<string> {
  const note = checkpoint ?? (await readIfPresent(checkpointPath(directory)));
  if (note === null) throw new LogError('not-found', 'the log has no checkpoint yet');
  const { size, root } = readUnverifiedCheckpoint(note);
  if (!(Number.isSafeInteger(seq) && seq >= 0 && seq < size))
    throw new LogError('not-found', `no record ${seq} in the ${size} that the checkpoint covers`);
  const line = await readLine(directory, seq);
  const hashes = await inclusionProof(seq, size, subtreesOf(treeDirectory(directory)));
  if (!verifyInclusion(leafHash(Buffer.from(line)), seq, size, hashes, root)) {
    throw new LogError('log-damaged', `record ${seq} is not the one that the checkpoint commits to`);
  }
  return formatProof({ line, index: seq, hashes, checkpoint: note });
}

/**
 * Proof that the log of `newSize` records only appends to that of `oldSize` (`verifyConsistency`, `formatAddCheckpoint`).
 * @throws LogError `not-found` if the log has no such sizes
 */
export async function exportConsistency(directory: string, oldSize: number, newSize: number): Promise<TreeHash[]> {
  if (!(Number.isSafeInteger(oldSize) && Number.isSafeInteger(newSize) && oldSize >= 0 && oldSize <= newSize)) {
    throw new LogError('not-found', `no growth from ${oldSize} to ${newSize} records`);
  }
  return consistencyProof(oldSize, newSize, subtreesOf(treeDirectory(directory)));
}

async function readLine(directory: string, seq: number): Promise<string> {
  const segment = (await listSegments(directory)).findLast(({ firstSeq }) => firstSeq <= seq);
  const block = segment && segmentBlocks(segment).findLast(({ firstSeq }) => firstSeq <= seq);
  const line = segment && block && (await readBlock(segment, block))[seq - block.firstSeq];
  if (line === undefined) throw new LogError('not-found', `record ${seq} is not in the log any more`);
  return line;
}
