import { statSync } from 'node:fs';

/** Tells apart two states of a file as compilers do, by size and time of change; `-` for no file. */
export function fileStamp(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false });
  return file === undefined ? '-' : `${String(file.size)}@${String(file.mtimeMs)}`;
}
