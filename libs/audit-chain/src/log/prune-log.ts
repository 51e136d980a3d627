import { rm } from 'node:fs/promises';
import { replaceFile } from '../files/replace-file';
import { coverOf } from '../tree/compact-range';
import { subtreesOf } from '../tree/tree-file';
import { indexPath } from './segment/block-index';
import { prunedPath, treeDirectory } from './log-layout';
import { LogError } from '../record/log.error';
import type { Pruned } from './pruned';
import { readRecord } from '../record/record-line';
import { listSegments, type Segment } from './segment/segment';
import { readBlock, segmentBlocks } from './segment/segment-blocks';
import { sealedCheckpoint } from './segment/segment-seal';

/** What retention removed: the files, and the number of the first record that is still there. */
export interface PruneReport {
  readonly removed: readonly string[];
  readonly firstSeq: number;
}

/**
 * Removes sealed segments all of whose records are numbered below `before`. What verification needs of them, the
 * checkpoint signed over them included, is written down first. Export them before: this library does not keep them.
 */
export async function pruneLog(directory: string, { before }: { readonly before: number }): Promise<PruneReport> {
  const segments = await listSegments(directory);
  const kept = segments.findLast((segment) => segment.firstSeq <= before) ?? segments[0];
  if (kept === undefined) throw new LogError('not-found', 'there is no log to prune');
  const removed = segments.filter((segment) => segment.firstSeq < kept.firstSeq);
  if (removed.length > 0) {
    await replaceFile(prunedPath(directory), `${JSON.stringify(await summarize(directory, kept))}\n`);
    for (const segment of removed) {
      await rm(segment.path);
      await rm(indexPath(segment), { force: true });
    }
  }
  return { removed: removed.map(({ name }) => name), firstSeq: kept.firstSeq };
}

async function summarize(directory: string, kept: Segment): Promise<Pruned> {
  const [block] = segmentBlocks(kept);
  const [line = ''] = block === undefined ? [] : await readBlock(kept, block);
  const record = readRecord(line, kept.name);
  const source = subtreesOf(treeDirectory(directory));
  const subtrees = await Promise.all(coverOf(0, kept.firstSeq).map(({ level, index }) => source(level, index)));
  return {
    schema: 'svc.audit-pruned/v1',
    size: kept.firstSeq,
    hash: record.prev,
    subtrees,
    checkpoint: sealedCheckpoint(record),
  };
}
