import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { statOf } from './checked-file';
import { systemCode } from './durable-file';
import type { Damage } from '../warehouse';

const HARMLESS: ReadonlySet<unknown> = new Set(['ENOENT', 'EACCES', 'EPERM', 'EROFS']);
const NOTE = /^([0-9a-f]{64})\.json$/;

/**
 * Where damaged objects are kept for an operator to examine:
 *
 *     <object>.json     that it is damaged: since when, and how; gone once the right bytes are back
 *     <object>.<uuid>   the bytes that were found; they stay until an operator removes them
 */
export class Quarantine {
  constructor(private readonly root: string) {}

  /** Moves the file with this inode to quarantine, unless another file has replaced it; the note is written first. */
  async take(path: string, inode: string, damage: Damage): Promise<void> {
    await this.note(damage);
    const taken = join(this.root, `${damage.object}.${randomUUID()}`);
    await rename(path, taken).catch(unlessUnwritable);
    const found = await statOf(taken);
    if (found === null) return;
    if (found.inode === inode) return;
    await rename(taken, path);
    await this.lift(damage.object);
  }

  /** The note on a missing object; null if it is not known to be damaged. */
  async damageOf(object: string): Promise<Damage | null> {
    const text = await readFile(this.noteOf(object), 'utf8').catch(() => null);
    return text === null ? null : read(object, text);
  }

  /** Every object that is damaged now, by name. */
  async damages(): Promise<readonly Damage[]> {
    const names = (await readdir(this.root)).flatMap((name) => NOTE.exec(name)?.[1] ?? []).sort();
    const known = await Promise.all(names.map((object) => this.damageOf(object)));
    return known.filter((damage) => damage !== null);
  }

  /** Removes the note: the right bytes are back. */
  async lift(object: string): Promise<void> {
    await rm(this.noteOf(object), { force: true });
  }

  private async note(damage: Damage): Promise<void> {
    if ((await this.damageOf(damage.object)) !== null) return;
    const temporary = join(this.root, randomUUID());
    try {
      await writeFile(temporary, `${JSON.stringify(damage)}\n`, { flush: true });
      await rename(temporary, this.noteOf(damage.object));
    } catch (error) {
      unlessUnwritable(error);
    }
  }

  private noteOf(object: string): string {
    return join(this.root, `${object}.json`);
  }
}

/** An unreadable note still means that the object is damaged. */
function read(object: string, text: string): Damage {
  try {
    const note: unknown = JSON.parse(text);
    if (typeof note === 'object' && note !== null && 'foundAt' in note && 'detail' in note)
      return { object, foundAt: String(note.foundAt), detail: String(note.detail) };
  } catch {
    // Told below.
  }
  return { object, foundAt: 'unknown', detail: 'the note about it cannot be read' };
}

/** Another process may have taken it away just now; and where this one may not, the object is refused where it lies. */
function unlessUnwritable(error: unknown): void {
  if (!HARMLESS.has(systemCode(error))) throw error;
}
