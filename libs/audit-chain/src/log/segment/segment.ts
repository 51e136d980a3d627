import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** One file of the log: the lines from `firstSeq` on, written by the writer that held `epoch`. */
export interface Segment {
  readonly path: string;
  readonly name: string;
  readonly firstSeq: number;
  readonly epoch: number;
}

const NAME = /^(\d{12,})\.(\d{8,})\.jsonl$/;

/** `<first seq, 12 digits>.<epoch, 8 digits>.jsonl` */
export function segmentAt(directory: string, firstSeq: number, epoch: number): Segment {
  const name = `${String(firstSeq).padStart(12, '0')}.${String(epoch).padStart(8, '0')}.jsonl`;
  return { path: join(directory, name), name, firstSeq, epoch };
}

/**
 * The segments that make up the log, in order.
 *
 * A writer that takes over copies the newest segment under its own epoch and never touches its predecessor's file, so
 * a predecessor that wakes up late writes where nobody reads: a segment is void when one of a later epoch starts at
 * or before it.
 */
export async function listSegments(directory: string): Promise<Segment[]> {
  const all = await listAllSegments(directory);
  return all.filter((segment) => !isVoid(segment, all));
}

/** The segments that a later epoch has replaced. */
export async function listVoidSegments(directory: string): Promise<Segment[]> {
  const all = await listAllSegments(directory);
  return all.filter((segment) => isVoid(segment, all));
}

function isVoid(segment: Segment, all: readonly Segment[]): boolean {
  return all.some((other) => other.epoch > segment.epoch && other.firstSeq <= segment.firstSeq);
}

async function listAllSegments(directory: string): Promise<Segment[]> {
  const names = await readdir(directory);
  return names
    .flatMap((name) => {
      const [, firstSeq, epoch] = NAME.exec(name) ?? [];
      return firstSeq === undefined ? [] : [segmentAt(directory, Number(firstSeq), Number(epoch))];
    })
    .sort((a, b) => a.firstSeq - b.firstSeq || a.epoch - b.epoch);
}
