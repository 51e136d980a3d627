import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** `<first seq, 12 digits>.<epoch, 8 digits>.jsonl`, as in the library's README. */
const NAME = /^(\d{12,})\.(\d{8,})\.jsonl$/;

/** A file of the log with the records from `firstSeq` on. */
export interface LogFile {
  readonly name: string;
  readonly path: string;
  readonly firstSeq: number;
  /** Null for the newest file, which still grows. */
  readonly lastSeq: number | null;
}

/** A file that no writer will touch again. */
export interface SealedFile extends LogFile {
  readonly lastSeq: number;
}

/** The files that make up a log, in order. A writer that takes over leaves a void file behind: a later epoch starts at or before it. */
export async function listLogFiles(directory: string): Promise<LogFile[]> {
  const all = (await readdir(directory)).flatMap((name) => {
    const [, firstSeq, epoch] = NAME.exec(name) ?? [];
    return firstSeq === undefined ? [] : [{ name, firstSeq: Number(firstSeq), epoch: Number(epoch) }];
  });
  const files = all
    .filter((it) => !all.some((other) => other.epoch > it.epoch && other.firstSeq <= it.firstSeq))
    .sort((a, b) => a.firstSeq - b.firstSeq);
  return files.map(({ name, firstSeq }, at) => {
    const next = files[at + 1];
    return { name, path: join(directory, name), firstSeq, lastSeq: next === undefined ? null : next.firstSeq - 1 };
  });
}
