import { readLink, type ChainLink } from '../log/segment/chain-link';
import { lineHash } from '../record/record-line';
import { scanLines } from '../log/segment/scan-lines';
import { CompactRange } from '../tree/compact-range';
import { leafHashInPlace, type TreeHash } from '../tree/tree-hash';

/** A part of a segment: the lines that begin in `[from, to)`. Plain data, as it travels to a thread. */
export interface RangeTask {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** Tree sizes at which the caller wants to know the tree, and so a piece to end. */
  readonly cuts: readonly number[];
}

/** Consecutive lines that chain, as their part of the tree. */
export interface RangePiece {
  readonly begin: number;
  readonly end: number;
  readonly hashes: readonly TreeHash[];
  readonly lastHash: string;
}

export interface ScannedRange {
  /** What the first line says it follows; null if there is no line, or none that says so. */
  readonly first: ChainLink | null;
  readonly pieces: readonly RangePiece[];
  /** False if a line does not follow the one before it; the pieces end there. */
  readonly chains: boolean;
  /** Bytes after the last newline of the file. */
  readonly tornBytes: number;
}

/** Hashes the lines of a range and checks that each follows the one before. What the first follows, the caller checks. */
export function scanRange(task: RangeTask): ScannedRange {
  const pieces: RangePiece[] = [];
  const cuts = new Set(task.cuts);
  let first: ChainLink | null = null;
  let chains = true;
  let range: CompactRange | null = null;
  let prev = '';
  // A range that begins inside a line leaves that line to its neighbour: the one that ends at or behind `from`.
  let skipping = task.from > 0;
  const tornBytes = scanLines(task.path, Math.max(0, task.from - 1), task.to, (buffer, start, end) => {
    if (skipping || !chains) return void (skipping = false);
    const link = readLink(buffer.toString('latin1', start, end));
    if (link === null || (range !== null && (link.prev !== prev || link.seq !== range.end)))
      return void (chains = false);
    first ??= link;
    if (range !== null && cuts.has(range.end)) {
      pieces.push(pieceOf(range, prev));
      range = null;
    }
    range ??= new CompactRange(link.seq);
    prev = lineHash(buffer.subarray(start, end));
    range.append(leafHashInPlace(buffer, start, end));
  });
  if (range !== null) pieces.push(pieceOf(range, prev));
  return { first, pieces, chains, tornBytes };
}

function pieceOf(range: CompactRange, lastHash: string): RangePiece {
  return { begin: range.begin, end: range.end, hashes: range.hashes, lastHash };
}
