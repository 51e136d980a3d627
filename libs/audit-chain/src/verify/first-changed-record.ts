import { treeDirectory } from '../log/log-layout';
import { scanLines } from '../log/segment/scan-lines';
import type { Segment } from '../log/segment/segment';
import { treeRoot } from '../tree/merkle-proof';
import { subtreesOf } from '../tree/tree-file';
import { leafHashInPlace, type TreeHash } from '../tree/tree-hash';
import type { Claim } from './claims';

/**
 * The first record that differs from the stored leaves, if those are the very ones the claim commits to: whoever
 * rewrote the lines may have left the tree files as they were. Null if they are of no help.
 */
export async function firstChangedRecord(
  { size, root }: Claim,
  directory: string,
  segments: readonly Segment[],
): Promise<number | null> {
  const stored = subtreesOf(treeDirectory(directory));
  const isAuthentic = root !== undefined && (await treeRoot(size, stored).catch(() => null)) === root;
  if (!isAuthentic) return null;
  for (const segment of segments) {
    const leaves: TreeHash[] = [];
    scanLines(segment.path, 0, Infinity, (buffer, start, end) => leaves.push(leafHashInPlace(buffer, start, end)));
    for (const [at, leaf] of leaves.entries()) {
      if ((await stored(0, segment.firstSeq + at)) !== leaf) return segment.firstSeq + at;
    }
  }
  return null;
}
