import { existsSync, linkSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readUnverifiedCheckpoint } from '@svc/audit-chain';
import { CommandError } from '../command/usage-error';

/** A file of the log. */
export interface LogFile {
  readonly name: string;
  readonly lines: readonly string[];
  /** Whether the folder has exactly this, so that a copy may be a link. */
  readonly asStored: boolean;
}

/** A log as editable lines. The folder it came from is never written. */
export interface LogLines {
  readonly folder: string;
  readonly files: readonly LogFile[];
  readonly checkpoint: string;
}

const MAX_BYTES = 256 * 1024 * 1024;
/** A file with this many lines has one in the middle with neighbours on both sides. */
const MIN_LINES = 4;

/** The log up to its checkpoint: tampering after it cannot be detected yet. */
export function readLogLines(folder: string): LogLines {
  const names = readdirSync(folder)
    .filter((it) => it.endsWith('.jsonl'))
    .sort();
  const bytes = names.reduce((sum, it) => sum + statSync(join(folder, it)).size, 0);
  if (bytes > MAX_BYTES)
    throw new CommandError(`the log has ${Math.round(bytes / 1e6)} MB: a demonstration copies it several times`);
  const checkpoint = readFileSync(join(folder, 'checkpoint'), 'utf8');
  const { size } = readUnverifiedCheckpoint(checkpoint);
  const files = names.map((name) => readLogFile(folder, name, size)).filter((it) => it.lines.length > 0);
  if (!files.some((it) => it.lines.length >= MIN_LINES))
    throw new CommandError(
      'the log has too few records to tamper with',
      'use the service a little, then repeat the command',
    );
  return { folder, files, checkpoint };
}

function readLogFile(folder: string, name: string, end: number): LogFile {
  const stored = readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1);
  const lines = stored.slice(0, Math.max(0, end - Number.parseInt(name, 10)));
  return { name, lines, asStored: lines.length === stored.length };
}

/** Writes the lines of a changed log, without a checkpoint; unchanged files are linked, not copied. */
export function writeLogLines(folder: string, files: readonly LogFile[], original: LogLines): void {
  for (const file of files) {
    const path = join(folder, file.name);
    if (file.asStored) linkSync(join(original.folder, file.name), path);
    else if (file.lines.length > 0) writeFileSync(path, file.lines.map((line) => `${line}\n`).join(''));
  }
  const pruned = join(original.folder, 'pruned.json');
  if (existsSync(pruned)) linkSync(pruned, join(folder, 'pruned.json'));
}

/** Where to tamper: the middle of the newest file that has neighbours for a line. */
export function middleOf({ files }: Pick<LogLines, 'files'>): { readonly file: number; readonly line: number } {
  const file = files.findLastIndex((it) => it.lines.length >= MIN_LINES);
  return { file, line: Math.floor((files[file]?.lines.length ?? 0) / 2) };
}
