import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a warehouse in a directory keeps an object. */
export function objectPath(warehouse: string, object: string): string {
  return join(warehouse, 'sha256', object.slice(0, 2), object);
}

/** The objects that a warehouse in a directory has now. */
export async function storedObjects(warehouse: string): Promise<string[]> {
  const root = join(warehouse, 'sha256');
  const folders = await Promise.all((await readdir(root)).map((folder) => readdir(join(root, folder))));
  return folders.flat().sort();
}

/** Changes a file in its place as its owner can who hides it: the same mode and the same times. */
export async function rewriteFile(path: string, change: (content: Buffer) => Buffer): Promise<void> {
  const before = await stat(path, { bigint: true });
  const changed = change(await readFile(path));
  // Kernels before 6.13 stamp by a clock that ticks every few milliseconds; a change in the same tick is not this one's.
  for (let after = before; after.ctimeNs === before.ctimeNs; after = await stat(path, { bigint: true })) {
    await chmod(path, 0o600);
    await writeFile(path, changed);
    await utimes(path, Number(before.atimeMs) / 1000, Number(before.mtimeMs) / 1000);
    await chmod(path, Number(before.mode) & 0o777);
  }
}

/** The same bytes, with one of them changed. */
export function flipped(content: Buffer, at = Math.floor(content.length / 2)): Buffer {
  const changed = Buffer.from(content);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

/** The name of an object with this content. */
export function objectName(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
