import { readFileSync } from 'node:fs';
import { fileError } from './file-error';
import { CommandError } from './usage-error';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
};

/** What a file that was named on the command line holds; why it cannot be read is said in words. */
export function readText(path: string, shownAs: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const parsed = fileError.safeParse(error);
    throw parsed.success
      ? new CommandError(`${shownAs} cannot be read: ${REASONS[parsed.data.code] ?? parsed.data.message}`)
      : error;
  }
}
