import { join } from 'node:path';
import type { AuditEntry } from '../src/record/audit-record';
import { AuditLogWriter, type AuditLogOptions } from '../src/log/writer/audit-log-writer';
import { CheckpointSigner } from '../src/tree/checkpoint-signer';
import { SigningKey } from '../src/keys/signing-key';
import { entry, keySeed, ORIGIN } from './children/entry';

export { entry, idOf } from './children/entry';

const key = SigningKey.fromSeed(keySeed);

/** The log's own key, under its origin. */
export const logKey = { name: ORIGIN, publicKey: key.publicKey };

/** The signer of the log in a directory. */
export function signerFor(directory: string): CheckpointSigner {
  return new CheckpointSigner({ key, name: logKey.name, statePath: join(directory, 'checkpoint.state') });
}

/** Entries numbered from `first`. */
export function entries(first: number, count: number): AuditEntry[] {
  return Array.from({ length: count }, (_, at) => entry(first + at));
}

/** Opens the log of a directory with a fixed clock; the newest epoch wins. */
export function openLog(directory: string, options: Partial<AuditLogOptions> = {}): Promise<AuditLogWriter> {
  return AuditLogWriter.open(directory, { now: () => new Date(Date.UTC(2026, 0, 1)), ...options });
}

/** Writes a signed log of so many entries in segments of so many bytes, and closes it. */
export async function writeLog(directory: string, count: number, segmentBytes = 4000, batch = 4): Promise<void> {
  const writer = await openLog(directory, { segmentBytes, checkpointSigner: signerFor(directory) });
  for (let at = 0; at < count; at += batch) await writer.append(entries(at, Math.min(batch, count - at)));
  await writer.close();
}
