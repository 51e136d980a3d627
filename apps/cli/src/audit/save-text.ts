import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError } from '../command/usage-error';
import type { Terminal } from '../terminal/terminal';

/** Writes a text that was received exactly as it is. */
export function saveText(file: string, text: string, { cwd }: Terminal): void {
  try {
    writeFileSync(resolve(cwd, file), text);
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
