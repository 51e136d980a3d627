import { randomUUID } from 'node:crypto';
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BlockDigests, parseBlocks } from './block-digests';
import { ensureDirectory } from './durable-file';

/** Named in a report; of more, only how many. */
const MAX_NAMED = 8;

/**
 * Lists of block digests beside the objects, in files named like them. They only say *where* an object is damaged.
 * Whether it is damaged is decided only by its name, which is also in Postgres: a list that was changed together with
 * its object has no effect on that.
 */
export class BlockLists {
  constructor(private readonly root: string) {}

  async keep(object: string, list: string | null): Promise<void> {
    if (list === null) return;
    const path = this.pathOf(object);
    await ensureDirectory(dirname(path));
    const temporary = `${path}.${randomUUID()}`;
    await writeFile(temporary, list);
    await chmod(temporary, 0o444);
    await rename(temporary, path);
  }

  async drop(object: string): Promise<void> {
    await rm(this.pathOf(object), { force: true });
  }

  /** Which blocks of a damaged object differ, in words. */
  async locate(object: string, found: BlockDigests, bytes: number): Promise<string> {
    const kept = await readFile(this.pathOf(object), 'utf8').then(parseBlocks, () => null);
    if (kept === null) return `its ${bytes} bytes are not the ones that were stored`;
    const size = kept.bytes === bytes ? '' : `it has ${bytes} bytes, not ${kept.bytes}; `;
    const now = parseBlocks(found.text() ?? '')?.digests ?? [];
    const different = kept.digests.flatMap((digest, n) => (digest === now[n] ? [] : [n]));
    if (different.length === 0)
      return `${size}where cannot be told: its list of blocks was changed too, or bytes were added`;
    const named = different.slice(0, MAX_NAMED).join(', ');
    const more = different.length > MAX_NAMED ? ` and ${different.length - MAX_NAMED} more` : '';
    return `${size}of its ${kept.digests.length} blocks of 1 MiB, ${different.length} differ: ${named}${more} (counted from 0)`;
  }

  private pathOf(object: string): string {
    return join(this.root, object.slice(0, 2), object);
  }
}
