import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const BLOCK_BYTES = 512;

/**
 * The disk space of a file, or of everything below a folder. In blocks, not by length: space may be allocated beyond
 * the end of a file, and a sparse file takes less than its length. Files created or removed meanwhile may be missing.
 * `counts` excludes files.
 */
export async function allocatedBytes(
  path: string,
  counts: (file: { readonly nlink: number }) => boolean = () => true,
): Promise<number> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return 0;
  if (!found.isDirectory()) return counts(found) ? found.blocks * BLOCK_BYTES : 0;
  const inside = await readdir(path).catch(() => []);
  const sizes = await Promise.all(inside.map((name) => allocatedBytes(join(path, name), counts)));
  return sizes.reduce((sum, size) => sum + size, 0);
}
