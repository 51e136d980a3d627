import type { CompactRange } from '../../tree/compact-range';
import type { TreeFile } from '../../tree/tree-file';
import { leafHashInPlace, type TreeHash } from '../../tree/tree-hash';
import type { AuditEntry } from '../../record/audit-record';
import { BlockIndexWriter } from '../segment/block-index';
import type { RecentIds } from './recent-ids';
import { encodeLine, lineHash } from '../../record/record-line';
import { SegmentFile } from '../segment/segment-file';
import type { Segment } from '../segment/segment';
import { LogError } from '../../record/log.error';

/** The answer to one entry: it is in the log, synced, as record `seq`. `duplicate` if it already was. */
export interface Acknowledgement {
  readonly id: string;
  readonly seq: number;
  readonly duplicate: boolean;
}

/** Where a log ends: how many records it has, the hash of the last line, and the root of its tree. */
export interface LogHead {
  readonly size: number;
  readonly hash: string;
  readonly root: TreeHash;
}

interface StagedLine {
  readonly entry: AuditEntry;
  readonly seq: number;
  readonly line: string;
  readonly hash: string;
}

/** What a tail is made of, when a log is opened. */
export interface TailParts {
  file: SegmentFile;
  index: BlockIndexWriter;
  readonly tree: CompactRange;
  readonly treeFile: TreeFile;
  readonly ids: RecentIds;
  lastHash: string;
}

/** Everything about the end of a log that its writer must know to go on. One call at a time. */
export class LogTail {
  constructor(private readonly parts: TailParts) {}

  get head(): LogHead {
    return { size: this.parts.tree.end, hash: this.parts.lastHash, root: this.parts.tree.root() };
  }

  get segment(): Segment {
    return this.parts.file.segment;
  }

  get segmentBytes(): number {
    return this.parts.file.length;
  }

  /** @throws LogError `log-changed` */
  requireUnchanged(): void {
    this.parts.file.requireUnchanged();
  }

  /**
   * Appends entries as lines with one write and one sync; those whose id was written before are only answered.
   * `stillOurs` is asked between the sync and the first trace of success: if it throws, nothing is acknowledged.
   */
  async append(entries: readonly AuditEntry[], stillOurs: () => void): Promise<Acknowledgement[]> {
    const { staged, acknowledgements } = this.#stage(entries);
    const last = staged.at(-1);
    if (last === undefined) return acknowledgements;
    // A newline in front lends its place to the leaf prefix of the first line.
    const buffer = Buffer.from(`\n${staged.map(({ line }) => line).join('\n')}\n`);
    const start = this.parts.file.length;
    await this.parts.file.append(buffer.subarray(1), { bytes: Buffer.byteLength(last.line), hash: last.hash });
    stillOurs();
    orFailed(() => this.#apply(staged, buffer, start));
    return acknowledgements;
  }

  /** Goes on in a new segment, whose first line is this entry. */
  async beginSegment(segment: Segment, entry: AuditEntry): Promise<void> {
    const { staged } = this.#stage([entry]);
    const [first] = staged;
    if (first === undefined) throw new LogError('invalid-entry', 'a segment cannot begin with a record that exists');
    const file = await SegmentFile.create(segment, first.line);
    const sealedFile = this.parts.file;
    this.parts.file = file;
    await sealedFile.close();
    orFailed(() => {
      this.parts.index.seal();
      this.parts.treeFile.sync();
      this.parts.index = new BlockIndexWriter(segment);
      this.#apply(staged, Buffer.from(`\n${first.line}\n`), 0);
    });
  }

  async close(): Promise<void> {
    this.parts.index.close();
    this.parts.treeFile.sync();
    this.parts.treeFile.close();
    await this.parts.file.close();
  }

  #stage(entries: readonly AuditEntry[]): { staged: StagedLine[]; acknowledgements: Acknowledgement[] } {
    const staged: StagedLine[] = [];
    const inBatch = new Map<string, number>();
    let seq = this.parts.tree.end;
    let prev = this.parts.lastHash;
    const acknowledgements = entries.map((entry): Acknowledgement => {
      const known = this.parts.ids.find(entry.id) ?? inBatch.get(entry.id);
      if (known !== undefined) return { id: entry.id, seq: known, duplicate: true };
      const line = encodeLine(entry, seq, prev);
      const hash = lineHash(line);
      staged.push({ entry, seq, line, hash });
      inBatch.set(entry.id, seq);
      prev = hash;
      seq += 1;
      return { id: entry.id, seq: seq - 1, duplicate: false };
    });
    return { staged, acknowledgements };
  }

  /** Takes up lines that are synced: `buffer` holds them from byte 1 on, as the segment does from `offset` on. */
  #apply(staged: readonly StagedLine[], buffer: Buffer, offset: number): void {
    const leaves: TreeHash[] = [];
    let start = 1;
    for (const { entry, seq, hash } of staged) {
      const end = buffer.indexOf(0x0a, start);
      this.parts.index.add(entry, seq, offset + start - 1, end + 1 - start);
      leaves.push(leafHashInPlace(buffer, start, end));
      this.parts.ids.remember(entry.id, seq);
      this.parts.lastHash = hash;
      start = end + 1;
    }
    this.parts.treeFile.putLeaves(this.parts.tree.end, leaves);
    for (const leaf of leaves) this.parts.tree.append(leaf);
  }
}

/** The lines are in the log, but what is derived from them is not taken up: only opening the log again repairs that. */
function orFailed(takeUp: () => void): void {
  try {
    takeUp();
  } catch (error) {
    throw new LogError('failed', 'index or tree of the log cannot be written: open it again', { cause: error });
  }
}
