import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandError } from '../command/usage-error';
import type { Terminal } from '../terminal/terminal';

/** One document to verify, with the name to report it under. */
export interface CertificateFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** The files named, every `*.json` of the folders named, and standard input for `-` or nothing. */
export async function readCertificates(names: readonly string[], terminal: Terminal): Promise<readonly CertificateFile[]> {
  const found: CertificateFile[] = [];
  for (const name of names.length === 0 ? ['-'] : names) {
    if (name === '-') found.push({ name: 'standard input', content: await terminal.readInput() });
    else found.push(...read(name, resolve(terminal.cwd, name)));
  }
  return found;
}

function read(name: string, path: string): readonly CertificateFile[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new CommandError(`there is no file ${name}`);
  if (!stat.isDirectory()) return [{ name, content: readFileSync(path) }];
  const files = readdirSync(path).filter((it) => it.endsWith('.json')).sort();
  if (files.length === 0) throw new CommandError(`${name} holds no .json file`);
  return files.map((it) => ({ name: join(name, it), content: readFileSync(join(path, it)) }));
}
