import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  exportConsistency,
  type LogAnchor,
  type LogKey,
  openCheckpoint,
  readRecords,
  verifyConsistency,
  verifyLog,
} from '@svc/audit-chain';
import { numberOf } from '../audit-entries';

const ACKNOWLEDGED = 1;
const SEEN = 2;

/** The findings of a check: all zeros, and a log that verifies, or something is wrong. */
export interface HistoryCheck {
  readonly records: number;
  readonly acknowledged: number;
  /** Acknowledged but missing from the log. */
  readonly lost: number;
  /** In the log more than once. */
  readonly duplicated: number;
  /** Acknowledged at a position where another record is. */
  readonly misplaced: number;
  /** The result of `verifyLog` against the head of the previous check. */
  readonly outcome: string;
  /** Whether the newest checkpoint is signed and extends the one of the check before. */
  readonly consistent: boolean;
}

/** Everything callers were told about a log, to compare the log with. */
export class AuditHistory {
  /** A byte for each entry number: what is known about it. */
  private marks = new Uint8Array(1 << 20);
  private readonly places = new Map<number, number>();
  private acknowledged = 0;
  private next = 0;
  private anchor: LogAnchor | null = null;
  private checkpoint = { size: 0, root: '' };

  constructor(
    private readonly directory: string,
    private readonly logKey: LogKey,
  ) {}

  get total(): number {
    return this.acknowledged;
  }

  /** A batch was acknowledged, its last entry as record `lastSeq` unless some of it was in the log before. */
  acknowledge(numbers: readonly number[], lastSeq: number, all: boolean): void {
    for (const number of numbers) this.mark(number, ACKNOWLEDGED);
    this.acknowledged += numbers.length;
    const last = numbers.at(-1);
    if (all && last !== undefined) this.places.set(lastSeq, last);
  }

  /** Reads what was added since the last check, and verifies the whole. Callers may continue meanwhile. */
  async check(): Promise<HistoryCheck> {
    const due = this.marks.slice();
    const places = new Map(this.places);
    const { duplicated, misplaced } = await this.read(places);
    const lost = due.reduce(
      (sum, mark, number) => sum + (mark & ACKNOWLEDGED && !((this.marks[number] ?? 0) & SEEN) ? 1 : 0),
      0,
    );
    const consistent = await this.checkpointExtends();
    const found = await verifyLog(this.directory, {
      logKey: this.logKey,
      growing: true,
      threads: 2,
      ...(this.anchor === null ? {} : { anchor: this.anchor }),
    });
    this.anchor = { seq: found.head.size - 1, hash: found.head.hash };
    return {
      records: found.head.size,
      acknowledged: this.acknowledged,
      lost,
      duplicated,
      misplaced,
      outcome: found.outcome,
      consistent,
    };
  }

  private async read(places: Map<number, number>): Promise<{ duplicated: number; misplaced: number }> {
    let [duplicated, misplaced] = [0, 0];
    for await (const record of readRecords(this.directory, { order: 'oldest', after: this.next - 1 })) {
      const number = numberOf(record);
      if (record.seq !== this.next) throw new Error(`record ${record.seq} follows record ${this.next - 1}`);
      this.next += 1;
      if (places.has(record.seq) && places.get(record.seq) !== number) misplaced += 1;
      this.places.delete(record.seq);
      if (number === null) continue;
      if ((this.marks[number] ?? 0) & SEEN) duplicated += 1;
      this.mark(number, SEEN);
    }
    // The position in an acknowledgement must have been readable.
    for (const seq of places.keys()) if (seq >= this.next) misplaced += 1;
    return { duplicated, misplaced };
  }

  private async checkpointExtends(): Promise<boolean> {
    const { size, root } = openCheckpoint(readFileSync(join(this.directory, 'checkpoint'), 'utf8'), this.logKey);
    const before = this.checkpoint;
    this.checkpoint = { size, root };
    if (before.size === 0) return true;
    return (
      size >= before.size &&
      verifyConsistency(
        before.size,
        size,
        await exportConsistency(this.directory, before.size, size),
        before.root,
        root,
      )
    );
  }

  private mark(number: number, what: number): void {
    if (number >= this.marks.length) {
      const larger = new Uint8Array(this.marks.length * 2);
      larger.set(this.marks);
      this.marks = larger;
    }
    this.marks[number] = (this.marks[number] ?? 0) | what;
  }
}
