import { dirname } from 'node:path';
import { fileError } from './file-error';
import { CommandError } from './usage-error';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it exists already',
  EACCES: 'permission denied',
  EROFS: 'that disk is read-only',
  ENOSPC: 'the disk is full',
};

/** Why a file was not written, in words, and how to make the folder it lacks; any other error as it is. */
export function notWritten(file: string, error: unknown): unknown {
  const parsed = fileError.safeParse(error);
  if (!parsed.success) return error;
  return new CommandError(
    `${file} cannot be written: ${REASONS[parsed.data.code] ?? parsed.data.message}`,
    parsed.data.code === 'ENOENT' ? `mkdir -p ${dirname(file)}` : null,
  );
}
