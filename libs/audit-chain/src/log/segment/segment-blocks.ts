import { open } from 'node:fs/promises';
import { BlockBuilder, type Block } from './block';
import { readBlockIndex } from './block-index';
import { readRecord } from '../../record/record-line';
import { scanLines } from './scan-lines';
import type { Segment } from './segment';

/** The blocks of a segment, in order: from its index, and by reading for whatever that does not cover. */
export function segmentBlocks(segment: Segment): Block[] {
  const blocks = readBlockIndex(segment);
  const last = blocks.at(-1);
  const builder = new BlockBuilder();
  const take = (block: Block | null): void => void (block === null || blocks.push(block));
  scanLines(
    segment.path,
    last === undefined ? 0 : last.offset + last.length,
    Infinity,
    (buffer, start, end, offset) => {
      const record = readRecord(buffer.toString('utf8', start, end), segment.name);
      take(builder.add(record, record.seq, offset, end + 1 - start));
    },
  );
  take(builder.take());
  return blocks;
}

/** The raw lines of a block. */
export async function readBlock(segment: Segment, block: Block): Promise<string[]> {
  const handle = await open(segment.path, 'r');
  try {
    const bytes = Buffer.alloc(block.length);
    await handle.read(bytes, 0, bytes.length, block.offset);
    return bytes.toString('utf8').split('\n').slice(0, -1);
  } finally {
    await handle.close();
  }
}
