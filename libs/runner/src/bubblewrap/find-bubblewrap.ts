import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Where systems keep programs, for a service whose own search path leaves them out. */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The `bwrap` that a search path leads to, or the system's own; null when there is none. */
export function findBubblewrap(searchPath: string): string | null {
  const folders = [...searchPath.split(':'), ...SYSTEM_PATH.split(':')].filter((folder) => path.isAbsolute(folder));
  return folders.map((folder) => path.join(folder, 'bwrap')).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
