import { existsSync, linkSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command/usage-error';

/** A file of the log. */
export interface LogFile {
  readonly name: string;
  readonly lines: readonly string[];
}

/** A log as its lines, to be changed at will. The folder it came from is never written. */
export interface LogLines {
  readonly folder: string;
  readonly files: readonly LogFile[];
  readonly checkpoint: string;
}

const MOST_BYTES = 256 * 1024 * 1024;

export function readLogLines(folder: string): LogLines {
  const names = readdirSync(folder).filter((it) => it.endsWith('.jsonl')).sort();
  const bytes = names.reduce((sum, it) => sum + statSync(join(folder, it)).size, 0);
  if (bytes > MOST_BYTES) throw new CommandError(`the log has ${Math.round(bytes / 1e6)} MB: a demonstration copies it several times`);
  const files = names.map((name) => ({ name, lines: readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1) }));
  if (!files.some((it) => it.lines.length >= FEWEST_LINES)) throw new CommandError('the log has too few records to tamper with', 'use the service a little, then again');
  return { folder, files, checkpoint: readFileSync(join(folder, 'checkpoint'), 'utf8') };
}

/** Writes the lines of a changed log, without a checkpoint; what nobody touched is linked, not copied. */
export function writeLogLines(folder: string, files: readonly LogFile[], original: LogLines): void {
  for (const file of files) {
    const path = join(folder, file.name);
    if (original.files.includes(file)) linkSync(join(original.folder, file.name), path);
    else if (file.lines.length > 0) writeFileSync(path, file.lines.map((line) => `${line}\n`).join(''));
  }
  const pruned = join(original.folder, 'pruned.json');
  if (existsSync(pruned)) linkSync(pruned, join(folder, 'pruned.json'));
}

/** A file with so many has one in the middle with neighbours on both sides. */
const FEWEST_LINES = 4;

/** Where to tamper: the middle of the fullest file. */
export function middleOf({ files }: Pick<LogLines, 'files'>): { readonly file: number; readonly line: number } {
  const file = files.reduce((best, it, at) => (it.lines.length > (files[best]?.lines.length ?? 0) ? at : best), 0);
  return { file, line: Math.floor((files[file]?.lines.length ?? 0) / 2) };
}
