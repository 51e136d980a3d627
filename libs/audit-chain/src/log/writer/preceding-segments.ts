import { readLastLine } from '../segment/last-line';
import { lineHash, NO_LINE } from '../../record/record-line';
import { LogError } from '../../record/log.error';
import { readPruned } from '../pruned';
import type { RecentIds } from './recent-ids';
import { scanLines } from '../segment/scan-lines';
import type { Segment } from '../segment/segment';

/** The hash that the first line of the newest segment must name. */
export async function hashBefore(directory: string, segments: readonly Segment[]): Promise<string> {
  const [newest, before] = [segments.at(-1), segments.at(-2)];
  if (before !== undefined) return hashOfLastLine(before);
  const pruned = await readPruned(directory);
  if ((pruned?.size ?? 0) !== newest?.firstSeq)
    throw new LogError('log-damaged', 'the first segment of the log is missing');
  return pruned?.hash ?? NO_LINE;
}

/** Remembers the ids of at least the last `window` records before the newest segment, or of all. */
export function rememberIds(segments: readonly Segment[], window: number, ids: RecentIds): void {
  const newest = segments.at(-1)?.firstSeq ?? 0;
  const first = segments.findLastIndex((segment) => newest - segment.firstSeq >= window);
  for (const segment of segments.slice(Math.max(0, first), -1)) {
    let seq = segment.firstSeq;
    scanLines(segment.path, 0, Infinity, (buffer, start, end) => {
      ids.remember(idOf(buffer.toString('latin1', start, end)), seq);
      seq += 1;
    });
  }
}

const ID = ',"id":"';

/** The id of a raw line. Behind it a canonical record has no member of that name, so the last match is the record's. */
function idOf(line: string): string {
  const at = line.lastIndexOf(ID) + ID.length;
  return line.slice(at, at + 36);
}

function hashOfLastLine(segment: Segment): string {
  const last = readLastLine(segment.path);
  if (last === null) throw new LogError('log-damaged', `${segment.name} has no complete line`);
  return lineHash(last.line);
}
