import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { canonicalText } from '@svc/audit-chain';
import type { AuditSegment, Client } from '@svc/contracts';
import { allPages } from '../command/all-pages';
import { CommandError } from '../command/usage-error';
import type { ProgressLine } from '../terminal/progress-line';

/** What was copied of a log. */
export interface CopiedLog {
  readonly files: readonly string[];
  readonly checkpoint: string;
  readonly checkpointSize: number;
  /** As the service says it, `name+id+key`. */
  readonly logKey: string;
}

/** Names that a service may give a file of its log; nothing else is ever written. */
const SEGMENT = /^\d{12,}\.\d{8,}\.jsonl$/;
const PAGE = 500;

/**
 * Copies the log as its newest checkpoint commits to it: sealed files byte for byte, also those that retention removed;
 * of the one being written the records up to the checkpoint, whose lines are their canonical form. Nothing here needs
 * to be believed: a line that is not what was signed does not fit the checkpoint.
 */
export async function copyLog(client: Client, folder: string, progress: ProgressLine): Promise<CopiedLog> {
  const [{ checkpoint, size }, { audit_log_key }] = [await client.getAuditCheckpoint(), await client.getPublicKey()];
  const segments = await allPages((cursor) => client.listAuditSegments({ query: cursor === undefined ? {} : { cursor } }));
  const files: string[] = [];
  for (const segment of segments.filter((it) => it.first_seq < size)) {
    if (!SEGMENT.test(segment.file)) throw new CommandError(`the service names a file of its log "${segment.file}", which cannot be one`);
    progress.say(`Reading ${segment.file}`);
    const path = join(folder, segment.file);
    if (segment.last_seq === null) writeFileSync(path, await openSegment(client, segment, size, progress));
    else await download(client, segment, path);
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

/** The lines from the segment's first record up to `end`. Records come newest first; those since the checkpoint are left out. */
async function openSegment(client: Client, { first_seq, file }: AuditSegment, end: number, progress: ProgressLine): Promise<string> {
  const lines: string[] = [];
  let cursor: string | null | undefined;
  for (let next = end - 1; next >= first_seq && cursor !== null; ) {
    const page: Awaited<ReturnType<Client['listAudit']>> = await client.listAudit({ query: { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) } });
    for (const record of page.items.filter((it) => it.seq <= next && it.seq >= first_seq)) {
      lines.push(canonicalText(record));
      next = record.seq - 1;
    }
    progress.say(`Reading ${file}: ${lines.length} of ${end - first_seq} records`);
    cursor = page.next_cursor;
  }
  return lines.reverse().map((line) => `${line}\n`).join('');
}
