import { createWriteStream, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AuditSegment, Client } from '@svc/contracts';
import { allPages } from '../command/all-pages';
import { CommandError } from '../command/usage-error';
import type { ProgressLine } from '../terminal/progress-line';

/** What was copied of a log. */
export interface CopiedLog {
  readonly files: readonly string[];
  readonly checkpoint: string;
  readonly checkpointSize: number;
  /** As the service publishes it, `name+id+key`. */
  readonly logKey: string;
}

/** File names that a service may give to parts of its log; nothing else is ever written. */
const SEGMENT = /^\d{12,}\.\d{8,}\.jsonl$/;

/**
 * Copies the log up to its newest checkpoint, byte for byte: sealed files, including those that retention removed,
 * and the current one up to the checkpoint. Nothing here needs to be trusted: a line that differs from what was signed
 * does not match the checkpoint.
 */
export async function copyLog(client: Client, folder: string, progress: ProgressLine): Promise<CopiedLog> {
  const [{ checkpoint, size }, { audit_log_key }] = [await client.getAuditCheckpoint(), await client.getPublicKey()];
  const segments = await allPages((cursor) =>
    client.listAuditSegments({ query: cursor === undefined ? {} : { cursor } }),
  );
  const files: string[] = [];
  for (const segment of segments.filter((it) => it.first_seq < size)) {
    if (!SEGMENT.test(segment.file))
      throw new CommandError(`the service lists a file of its log with an invalid name, "${segment.file}"`);
    progress.say(`Reading ${segment.file}`);
    const path = join(folder, segment.file);
    await download(client, segment, path);
    if (segment.last_seq === null || segment.last_seq >= size) cutAfter(path, size - segment.first_seq);
    files.push(segment.file);
  }
  writeFileSync(join(folder, 'checkpoint'), checkpoint);
  writeFileSync(join(folder, 'log.key'), `${audit_log_key}\n`);
  return { files, checkpoint, checkpointSize: size, logKey: audit_log_key };
}

async function download(client: Client, { first_seq }: AuditSegment, path: string): Promise<void> {
  const { stream } = await client.download('exportAuditSegment', { params: { first_seq } });
  await pipeline(Readable.from(stream), createWriteStream(path));
}

/** Keeps this many lines of a file: the service may have signed more while we read. */
function cutAfter(path: string, lines: number): void {
  const bytes = readFileSync(path);
  let end = 0;
  for (let line = 0; line < lines; line += 1) {
    const newline = bytes.indexOf(0x0a, end);
    if (newline === -1) return;
    end = newline + 1;
  }
  truncateSync(path, end);
}
