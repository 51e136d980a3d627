import { CompactRange } from '../../tree/compact-range';
import type { TreeFile } from '../../tree/tree-file';
import { leafHashInPlace, type TreeHash } from '../../tree/tree-hash';
import { LogError } from '../../record/log.error';
import { scanLines } from '../segment/scan-lines';
import type { Segment } from '../segment/segment';

/** Records the first `size` leaves of a log in its tree files again, from the lines of these segments. */
export function rebuildTree(treeFile: TreeFile, segments: readonly Segment[], size: number): void {
  if (segments[0]?.firstSeq !== 0) {
    throw new LogError('log-damaged', 'the tree files are missing, and so are the segments to rebuild them from');
  }
  const tree = new CompactRange(0, (level, at, hash) => treeFile.putNode(level, at, hash));
  for (const segment of segments) {
    const leaves: TreeHash[] = [];
    scanLines(segment.path, 0, Infinity, (buffer, start, end) => leaves.push(leafHashInPlace(buffer, start, end)));
    treeFile.putLeaves(tree.end, leaves);
    for (const leaf of leaves) tree.append(leaf);
  }
  if (tree.end !== size) throw new LogError('log-damaged', `the segments before record ${size} hold ${tree.end} lines`);
}
