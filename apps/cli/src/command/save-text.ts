import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Terminal } from '../terminal/terminal';
import { notWritten } from './not-written';

/** Writes a text that was received exactly as it is; with `wx` never over a file that is there. */
export function saveText(file: string, text: string, { cwd }: Terminal, flag: 'w' | 'wx' = 'w'): void {
  try {
    writeFileSync(resolve(cwd, file), text, { flag });
  } catch (error) {
    throw notWritten(file, error);
  }
}
