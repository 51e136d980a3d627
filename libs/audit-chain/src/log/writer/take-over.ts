import { constants } from 'node:fs';
import { copyFile, open, rename, rm, writeFile } from 'node:fs/promises';
import { syncDirectory } from '../../files/sync-directory';
import { errorCode } from '../../files/error-code';
import { CompactRange, coverOf } from '../../tree/compact-range';
import { subtreesOf, TreeFile } from '../../tree/tree-file';
import { leafHash, leafHashInPlace, type TreeHash } from '../../tree/tree-hash';
import { BlockIndexWriter, indexPath } from '../segment/block-index';
import { readLink } from '../segment/chain-link';
import type { Epoch } from './epoch';
import { treeDirectory } from '../log-layout';
import { LogTail } from './log-tail';
import { LogError } from '../../record/log.error';
import { hashBefore, rememberIds } from './preceding-segments';
import { rebuildTree } from './rebuild-tree';
import { RecentIds } from './recent-ids';
import { encodeLine, lineHash, NO_LINE, readRecord } from '../../record/record-line';
import { scanLines } from '../segment/scan-lines';
import { listSegments, listVoidSegments, segmentAt, type Segment } from '../segment/segment';
import { SegmentFile, type LastLine } from '../segment/segment-file';
import { systemEntry } from './system-entry';

export interface TakeOverOptions {
  readonly now: Date;
  /** How many ids of written records are remembered. */
  readonly idWindow: number;
}

/** A log that this process now writes, and what was cut off its end, if anything was. */
export interface TakenLog {
  readonly tail: LogTail;
  readonly torn: { readonly bytes: number; readonly file: string } | null;
}

/**
 * Makes the end of a log one's own: copies the newest segment under one's epoch, reading every line of it, and leaves
 * the predecessor's file, which it may still be writing to, behind. The copy also makes durable what a failed sync
 * may have left in memory only.
 *
 * An unterminated last line was never acknowledged: it is cut off and kept in `.torn`. Terminated lines are never touched.
 * @throws LogError `log-damaged`, `fenced`
 */
export async function takeOver(directory: string, epoch: Epoch, options: TakeOverOptions): Promise<TakenLog> {
  for (;;) {
    try {
      return await takeNewest(directory, epoch, options);
    } catch (error) {
      epoch.requireHeld();
      // A predecessor that was itself just taking over may have renamed what we listed: look again.
      if (errorCode(error) !== 'ENOENT') throw error;
    }
  }
}

async function takeNewest(directory: string, epoch: Epoch, options: TakeOverOptions): Promise<TakenLog> {
  const segments = await listSegments(directory);
  const newest = segments.at(-1);
  const ids = new RecentIds(options.idWindow);
  if (newest === undefined) return { tail: await beginLog(directory, epoch, options.now, ids), torn: null };
  rememberIds(segments, options.idWindow, ids);
  const own = segmentAt(directory, newest.firstSeq, epoch.number);
  const copy = `${own.path}.copy`;
  const index = new BlockIndexWriter(own);
  try {
    await copyFile(newest.path, copy, constants.COPYFILE_FICLONE);
    const scanned = readSegment(copy, own, await hashBefore(directory, segments), index, ids);
    const torn = await cutTornTail(copy, own, scanned);
    epoch.requireHeld();
    await publish(directory, copy, own);
    const { tree, treeFile } = await openTree(directory, segments, own.firstSeq, scanned.leaves);
    const file = await SegmentFile.open(own, scanned.length, scanned.lastLine);
    return { tail: new LogTail({ file, index, tree, treeFile, ids, lastHash: scanned.lastLine.hash }), torn };
  } catch (error) {
    index.close();
    await rm(copy, { force: true });
    throw error;
  }
}

async function beginLog(directory: string, { number: epoch }: Epoch, now: Date, ids: RecentIds): Promise<LogTail> {
  const segment = segmentAt(directory, 0, epoch);
  const entry = systemEntry('log.segment', now, NO_LINE, { epoch });
  const line = encodeLine(entry, 0, NO_LINE);
  const treeFile = new TreeFile(treeDirectory(directory));
  const tree = new CompactRange(0, (level, at, hash) => treeFile.putNode(level, at, hash));
  const leaf = leafHash(Buffer.from(line));
  treeFile.putLeaves(0, [leaf]);
  tree.append(leaf);
  const file = await SegmentFile.create(segment, line);
  const index = new BlockIndexWriter(segment);
  index.add(entry, 0, 0, Buffer.byteLength(line) + 1);
  return new LogTail({ file, index, tree, treeFile, ids, lastHash: lineHash(line) });
}

interface ScannedSegment {
  readonly length: number;
  readonly tornBytes: number;
  readonly lastLine: LastLine;
  readonly leaves: readonly TreeHash[];
}

function readSegment(
  path: string,
  segment: Segment,
  before: string,
  index: BlockIndexWriter,
  ids: RecentIds,
): ScannedSegment {
  const leaves: TreeHash[] = [];
  let lastLine: LastLine = { bytes: 0, hash: before };
  let length = 0;
  const tornBytes = scanLines(path, 0, Infinity, (buffer, start, end, offset) => {
    const line = buffer.toString('utf8', start, end);
    const seq = segment.firstSeq + leaves.length;
    const link = readLink(line);
    if (link?.prev !== lastLine.hash || link.seq !== seq) {
      throw new LogError(
        'log-damaged',
        `${segment.name}, byte ${offset}: record ${seq} does not follow the line before it`,
      );
    }
    const record = readRecord(line, segment.name);
    index.add(record, seq, offset, end + 1 - start);
    ids.remember(record.id, seq);
    lastLine = { bytes: end - start, hash: lineHash(buffer.subarray(start, end)) };
    length = offset + end + 1 - start;
    leaves.push(leafHashInPlace(buffer, start, end));
  });
  if (leaves.length === 0) throw new LogError('log-damaged', `${segment.name} has no complete line`);
  return { length, tornBytes, lastLine, leaves };
}

async function cutTornTail(
  copy: string,
  own: Segment,
  { length, tornBytes }: ScannedSegment,
): Promise<TakenLog['torn']> {
  const handle = await open(copy, 'r+');
  try {
    if (tornBytes === 0) return null;
    const torn = Buffer.alloc(tornBytes);
    await handle.read(torn, 0, tornBytes, length);
    await writeFile(`${own.path}.torn`, torn, { flush: true });
    await handle.truncate(length);
    return { bytes: tornBytes, file: `${own.name}.torn` };
  } finally {
    await handle.sync();
    await handle.close();
  }
}

async function publish(directory: string, copy: string, own: Segment): Promise<void> {
  await rename(copy, own.path);
  await syncDirectory(directory);
  for (const segment of await listVoidSegments(directory)) {
    await rm(segment.path, { force: true });
    await rm(indexPath(segment), { force: true });
  }
}

async function openTree(
  directory: string,
  segments: readonly Segment[],
  firstSeq: number,
  leaves: readonly TreeHash[],
): Promise<{ tree: CompactRange; treeFile: TreeFile }> {
  const treeFile = new TreeFile(treeDirectory(directory));
  if (treeFile.size() < firstSeq) rebuildTree(treeFile, segments.slice(0, -1), firstSeq);
  const source = subtreesOf(treeDirectory(directory));
  const hashes = await Promise.all(coverOf(0, firstSeq).map(({ level, index }) => source(level, index)));
  const tree = CompactRange.of(0, firstSeq, hashes, (level, at, hash) => treeFile.putNode(level, at, hash));
  treeFile.putLeaves(firstSeq, leaves);
  for (const leaf of leaves) tree.append(leaf);
  return { tree, treeFile };
}
