import { readFileSync } from 'node:fs';
import { fileError } from './file-error';
import { CommandError } from './usage-error';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

/** The content of a file named on the command line; an error says in words why it cannot be read. */
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
