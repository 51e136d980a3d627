import { lstat, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../integrity/durable-file';

/**
 * The path of a file that only this user can change: the given one, or a copy at `copy` where the file belongs to
 * another user or has a second hard link, through which its bytes could change later. A missing file is reported by
 * whoever opens it.
 */
export async function takenOver(path: string, copy: string): Promise<string> {
  const found = await lstat(path).catch(() => null);
  if (found === null || (found.nlink === 1 && found.uid === process.getuid?.())) return path;
  await writeDurably(copy, path);
  await rm(path, { force: true });
  return copy;
}

/** Removes files not touched for a lifetime; returns their number. */
export async function sweepFolder(folder: string, lifetimeMs: number, now: Date): Promise<number> {
  let swept = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found === null || found.mtimeMs + lifetimeMs >= now.getTime()) continue;
    await rm(path, { recursive: true, force: true });
    swept += 1;
  }
  return swept;
}
