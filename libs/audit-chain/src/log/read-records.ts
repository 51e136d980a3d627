import { errorCode } from '../files/error-code';
import type { AuditRecord } from '../record/audit-record';
import { mayContain, type Block } from './segment/block';
import { sortableInstant } from '../record/instant';
import { readRecord } from '../record/record-line';
import { listSegments, type Segment } from './segment/segment';
import { readBlock, segmentBlocks } from './segment/segment-blocks';

/** Which records to read. Members left out do not restrict. */
export interface RecordQuery {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly targetType?: string | undefined;
  readonly targetName?: string | undefined;
  /** Earliest `at`, inclusive, RFC 3339 in UTC. */
  readonly from?: string | undefined;
  /** Latest `at`, exclusive. */
  readonly to?: string | undefined;
  /** Cursor: only records numbered above this. */
  readonly after?: number | undefined;
  /** Cursor: only records numbered below this. */
  readonly before?: number | undefined;
  /** `newest` (the default) yields the highest numbers first. */
  readonly order?: 'newest' | 'oldest' | undefined;
  readonly limit?: number | undefined;
}

/** So often in a row a segment may vanish under a reader before it gives up. */
const MAX_MOVES = 5;

/**
 * The records of a log that answer a query, read as they are asked for, also while a writer appends. Blocks of lines
 * that cannot hold an answer are skipped by their index, so a rare actor in millions of lines is found by reading a
 * small part of them. Nothing is verified here: `verifyLog` does that.
 */
export async function* readRecords(
  directory: string,
  query: RecordQuery = {},
): AsyncGenerator<AuditRecord, void, undefined> {
  const matches = matcher(query);
  let left = query.limit ?? Infinity;
  let rest = query;
  let moved = 0;
  while (left > 0) {
    try {
      for await (const record of readBlocks(directory, rest)) {
        moved = 0;
        rest = query.order === 'oldest' ? { ...rest, after: record.seq } : { ...rest, before: record.seq };
        if (!matches(record)) continue;
        yield record;
        left -= 1;
        if (left <= 0) return;
      }
      return;
    } catch (error) {
      // A writer that took over has renamed the newest segment: look again, and go on behind what was read.
      moved += 1;
      if (errorCode(error) !== 'ENOENT' || moved > MAX_MOVES) throw error;
    }
  }
}

/** The records of all blocks that may answer. */
async function* readBlocks(directory: string, query: RecordQuery): AsyncGenerator<AuditRecord, void, undefined> {
  for (const { segment, block } of candidates(await listSegments(directory), query)) {
    const lines = await readBlock(segment, block);
    for (const line of query.order === 'oldest' ? lines : lines.reverse()) yield readRecord(line, segment.name);
  }
}

function* candidates(segments: readonly Segment[], query: RecordQuery): Generator<{ segment: Segment; block: Block }> {
  const { after = -1, before = Infinity } = query;
  const inRange = segments.filter(
    (segment, at) => segment.firstSeq < before && (segments[at + 1]?.firstSeq ?? Infinity) > after + 1,
  );
  for (const segment of query.order === 'oldest' ? inRange : inRange.reverse()) {
    const blocks = segmentBlocks(segment).filter((block) => mayAnswer(block, query, after, before));
    for (const block of query.order === 'oldest' ? blocks : blocks.reverse()) yield { segment, block };
  }
}

function mayAnswer(block: Block, query: RecordQuery, after: number, before: number): boolean {
  const fields = ['actor', 'action', 'targetType', 'targetName'] as const;
  return (
    block.firstSeq < before &&
    block.firstSeq + block.lines > after + 1 &&
    (query.from === undefined || block.latest >= Date.parse(query.from)) &&
    (query.to === undefined || block.earliest <= Date.parse(query.to)) &&
    fields.every((field) => query[field] === undefined || mayContain(block, field, query[field]))
  );
}

function matcher(query: RecordQuery): (record: AuditRecord) => boolean {
  const from = query.from === undefined ? '' : sortableInstant(query.from);
  const to = query.to === undefined ? '~' : sortableInstant(query.to);
  const { actor, action, targetType, targetName, after = -1, before = Infinity } = query;
  return (record) => {
    const at = sortableInstant(record.at);
    return (
      record.seq > after &&
      record.seq < before &&
      at >= from &&
      at < to &&
      (actor === undefined || record.actor === actor) &&
      (action === undefined || record.action === action) &&
      (targetType === undefined || record.target?.type === targetType) &&
      (targetName === undefined || record.target?.name === targetName)
    );
  };
}
