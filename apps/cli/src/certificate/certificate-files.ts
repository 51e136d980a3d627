import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Terminal } from '../terminal/terminal';

/** One document to verify, with the name to report it under; `unreadable` says why there is no content. */
export type CertificateFile =
  | { readonly name: string; readonly content: string | Uint8Array }
  | { readonly name: string; readonly unreadable: string };

export interface CertificateFiles {
  readonly files: readonly CertificateFile[];
  /** Whether several were requested, so that the answer is a list even if it has one member. */
  readonly list: boolean;
}

/** More than a service accepts in one request; a certificate has a few KB. */
const MAX_BYTES = 10 * 1024 * 1024;

/** The files named, every `*.json` of the folders named, and standard input for `-` or nothing. */
export async function readCertificates(names: readonly string[], terminal: Terminal): Promise<CertificateFiles> {
  const files: CertificateFile[] = [];
  let list = names.length > 1;
  for (const name of names.length === 0 ? ['-'] : names) {
    const path = resolve(terminal.cwd, name);
    if (name === '-') files.push({ name: 'standard input', content: await terminal.readInput() });
    else if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
      list = true;
      files.push(...inFolder(name, path));
    } else files.push(read(name, path));
  }
  return { files, list };
}

function inFolder(name: string, path: string): readonly CertificateFile[] {
  const files = readdirSync(path)
    .filter((it) => it.endsWith('.json'))
    .sort();
  return files.length === 0
    ? [{ name, unreadable: `${name} contains no .json file` }]
    : files.map((it) => read(join(name, it), join(path, it)));
}

function read(name: string, path: string): CertificateFile {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { name, unreadable: `no such file: ${name}` };
  if (found.size > MAX_BYTES)
    return { name, unreadable: `it has ${found.size} bytes, more than a certificate ever has` };
  try {
    return { name, content: readFileSync(path) };
  } catch (error) {
    return { name, unreadable: `it cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}
