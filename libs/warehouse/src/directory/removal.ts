import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ensureDirectory, syncDirectory, systemCode } from '../integrity/durable-file';

/** No removal takes so long. */
const UNFINISHED_MS = 3_600_000;

/**
 * Takes objects away without losing one that is stored again at the same moment, by any process:
 *
 *     renewed/<object>   an empty file, written whenever the content of an object is stored that is there already
 *     removing/<object>  an object between the decision and its end
 *
 * Who stores content writes the note first and looks for the object then; who removes it takes it away first and looks at the
 * note then. So one of them sees the other: the object comes back, or it is stored anew.
 */
export class Removal {
  private readonly renewed: string;
  private readonly removing: string;

  constructor(
    warehouse: string,
    private readonly pathOf: (object: string) => string,
  ) {
    this.renewed = join(warehouse, 'renewed');
    this.removing = join(warehouse, 'removing');
  }

  /** Called before the object is looked for. */
  async note(object: string): Promise<void> {
    await writeFile(join(this.renewed, object), '');
  }

  /** True when it is gone, false when it was stored or renewed since `before`. */
  async take(object: string, before: Date): Promise<boolean> {
    const path = this.pathOf(object);
    if (await this.isNew(path, object, before)) return false;
    const taken = join(this.removing, object);
    try {
      await rename(path, taken);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return true;
      throw error;
    }
    if (await this.isNew(taken, object, before)) {
      await this.giveBack(object);
      return false;
    }
    await syncDirectory(dirname(path));
    await rm(taken, { force: true });
    await rm(join(this.renewed, object), { force: true });
    return true;
  }

  /** Objects whose removal a crash interrupted: they are decided upon again. */
  async bringBack(now: Date): Promise<void> {
    for (const object of await readdir(this.removing)) {
      const found = await stat(join(this.removing, object)).catch(() => null);
      if (found !== null && found.ctimeMs + UNFINISHED_MS < now.getTime()) await this.giveBack(object);
    }
  }

  private async giveBack(object: string): Promise<void> {
    const path = this.pathOf(object);
    await ensureDirectory(dirname(path));
    // Another process may have done so, or stored the same bytes.
    await rename(join(this.removing, object), path).catch((error: unknown) => {
      if (systemCode(error) !== 'ENOENT') throw error;
    });
    await syncDirectory(dirname(path));
  }

  private async isNew(path: string, object: string, before: Date): Promise<boolean> {
    for (const file of [path, join(this.renewed, object)]) {
      const found = await stat(file).catch(() => null);
      if (found !== null && found.mtimeMs >= before.getTime()) return true;
    }
    return false;
  }
}
