import { closeSync, openSync, readFileSync } from 'node:fs';
import { errorCode } from '../../files/error-code';
import { writeFully } from '../../files/write-fully';
import { BLOCK_ENTRY_BYTES, BlockBuilder, decodeBlock, encodeBlock, type Block, type IndexedEntry } from './block';
import type { Segment } from './segment';

/** `<segment>.index`: one entry per complete block. Derived data; a reader scans whatever it does not cover. */
export function indexPath(segment: Segment): string {
  return segment.path.replace(/\.jsonl$/, '.index');
}

/** Writes the index of the segment that grows. It is not synced: what a crash takes is written again on opening. */
export class BlockIndexWriter {
  readonly #builder = new BlockBuilder();
  readonly #file: number;
  #length = 0;

  constructor(segment: Segment) {
    this.#file = openSync(indexPath(segment), 'w');
  }

  add(entry: IndexedEntry, seq: number, offset: number, bytes: number): void {
    this.#write(this.#builder.add(entry, seq, offset, bytes));
  }

  /** Ends the segment: what is left becomes its last block. */
  seal(): void {
    this.#write(this.#builder.take());
    this.close();
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(block: Block | null): void {
    if (block === null) return;
    writeFully(this.#file, encodeBlock(block), this.#length);
    this.#length += BLOCK_ENTRY_BYTES;
  }
}

/** The blocks that the index knows, up to the first gap or damaged entry. */
export function readBlockIndex(segment: Segment): Block[] {
  const blocks: Block[] = [];
  const entries = readIndexFile(segment);
  let end = 0;
  for (let at = 0; at < entries.length; at += BLOCK_ENTRY_BYTES) {
    const block = decodeBlock(entries.subarray(at, at + BLOCK_ENTRY_BYTES));
    if (block?.offset !== end) break;
    blocks.push(block);
    end += block.length;
  }
  return blocks;
}

function readIndexFile(segment: Segment): Buffer {
  try {
    return readFileSync(indexPath(segment));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
