/** Where a line says it stands: its number, and the hash of the line before it. */
export interface ChainLink {
  readonly seq: number;
  readonly prev: string;
}

const PREV = ',"prev":"';
const SEQ = ',"seq":';

/**
 * The link of a raw line, found without parsing it, or null if the line has none. Behind `prev` a canonical record
 * has no member of its own naming, so the last match is the record's; a forged one does not survive the chain.
 */
export function readLink(line: string): ChainLink | null {
  const at = line.lastIndexOf(PREV) + PREV.length;
  const seqAt = line.indexOf(SEQ, at + 64);
  if (at < PREV.length || seqAt === -1) return null;
  const seq = Number.parseInt(line.slice(seqAt + SEQ.length, seqAt + SEQ.length + 16), 10);
  return Number.isSafeInteger(seq) ? { seq, prev: line.slice(at, at + 64) } : null;
}
