import { hash } from 'node:crypto';
import type { AuditEntry } from '../../record/audit-record';

/** Blocks end at the first line that reaches either bound. */
const BLOCK_BYTES = 65_536;
const BLOCK_LINES = 256;

const FILTER_BYTES = 1024;
const PROBES = 4;
const HEAD_BYTES = 48;
const CHECK_BYTES = 8;

/** The size of a block in its index file. */
export const BLOCK_ENTRY_BYTES = HEAD_BYTES + FILTER_BYTES + CHECK_BYTES;

/** What one can ask of a block without reading it. */
export type BlockField = (typeof FIELDS)[number];
const FIELDS = ['actor', 'action', 'targetType', 'targetName'] as const;

/** What the index needs of an entry. */
export type IndexedEntry = Pick<AuditEntry, 'at' | 'actor' | 'action' | 'target'>;

/** A run of lines in a segment, with enough known of it to skip it. */
export interface Block {
  readonly offset: number;
  readonly length: number;
  readonly firstSeq: number;
  readonly lines: number;
  /** Bounds of `at`, in milliseconds since 1970, rounded outwards. */
  readonly earliest: number;
  readonly latest: number;
  /** Bloom filter over the values of the fields: false is certain, true is likely. */
  readonly filter: Uint8Array;
}

/** True unless no line of the block has this value in this field. */
export function mayContain(block: Block, field: BlockField, value: string): boolean {
  return positions(field, value).every((bit) => ((block.filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0);
}

/** Collects lines until they make a block. */
export class BlockBuilder {
  readonly #values = {
    actor: new Set<string>(),
    action: new Set<string>(),
    targetType: new Set<string>(),
    targetName: new Set<string>(),
  };
  #block = { offset: 0, length: 0, firstSeq: 0, lines: 0, earliest: Infinity, latest: -Infinity };

  /** Adds a line of `bytes` bytes, newline included; returns the block that it completes, if it does. */
  add(record: IndexedEntry, seq: number, offset: number, bytes: number): Block | null {
    if (this.#block.lines === 0) this.#block = { ...this.#block, offset, firstSeq: seq };
    const at = Date.parse(record.at);
    this.#block.length += bytes;
    this.#block.lines += 1;
    this.#block.earliest = Math.min(this.#block.earliest, at);
    this.#block.latest = Math.max(this.#block.latest, at + 1);
    this.#values.actor.add(record.actor);
    this.#values.action.add(record.action);
    if (record.target !== null) {
      this.#values.targetType.add(record.target.type);
      this.#values.targetName.add(record.target.name);
    }
    return this.#block.length >= BLOCK_BYTES || this.#block.lines >= BLOCK_LINES ? this.take() : null;
  }

  /** The lines collected so far as a block, or null if there are none; begins the next one. */
  take(): Block | null {
    if (this.#block.lines === 0) return null;
    const filter = new Uint8Array(FILTER_BYTES);
    for (const field of FIELDS) {
      for (const value of this.#values[field]) {
        for (const bit of positions(field, value)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
      }
      this.#values[field].clear();
    }
    const block = { ...this.#block, filter };
    this.#block = { offset: 0, length: 0, firstSeq: 0, lines: 0, earliest: Infinity, latest: -Infinity };
    return block;
  }
}

/**
 * `offset, length, first seq, lines, earliest, latest` as six doubles, the filter, and eight bytes of SHA-256 over
 * them all, so that a damaged entry is noticed instead of hiding records.
 */
export function encodeBlock(block: Block): Uint8Array {
  const entry = Buffer.alloc(BLOCK_ENTRY_BYTES);
  const head = [block.offset, block.length, block.firstSeq, block.lines, block.earliest, block.latest];
  head.forEach((value, at) => entry.writeDoubleLE(value, at * 8));
  entry.set(block.filter, HEAD_BYTES);
  entry.set(checkOf(entry), HEAD_BYTES + FILTER_BYTES);
  return entry;
}

/** The block of an index entry, or null if the entry is damaged. */
export function decodeBlock(entry: Buffer): Block | null {
  if (entry.length !== BLOCK_ENTRY_BYTES || !checkOf(entry).equals(entry.subarray(HEAD_BYTES + FILTER_BYTES)))
    return null;
  const field = (at: number): number => entry.readDoubleLE(at * 8);
  return {
    offset: field(0),
    length: field(1),
    firstSeq: field(2),
    lines: field(3),
    earliest: field(4),
    latest: field(5),
    filter: entry.subarray(HEAD_BYTES, HEAD_BYTES + FILTER_BYTES),
  };
}

function checkOf(entry: Buffer): Buffer {
  return hash('sha256', entry.subarray(0, HEAD_BYTES + FILTER_BYTES), 'buffer').subarray(0, CHECK_BYTES);
}

function positions(field: BlockField, value: string): number[] {
  const digest = hash('sha256', `${field}\n${value}`, 'buffer');
  return Array.from({ length: PROBES }, (_, at) => digest.readUInt16LE(at * 2) % (FILTER_BYTES * 8));
}
