import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Terminal } from '../terminal/terminal';
import { notWritten } from './not-written';

/** Writes a received text unchanged; with `wx` never over an existing file. */
export function saveText(file: string, text: string, { cwd }: Terminal, flag: 'w' | 'wx' = 'w'): void {
  try {
    writeFileSync(resolve(cwd, file), text, { flag });
  } catch (error) {
    throw notWritten(file, error);
  }
}
