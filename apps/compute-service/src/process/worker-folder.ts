import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the warehouse that a worker is to see: `name` is how it will be called in the worker's folder. */
export interface VisibleFile {
  readonly name: string;
  readonly path: string;
}

/**
 * What one worker sees of the disk: `in` holds exactly the files of the request it works on, so that no statement,
 * whatever it gets past the gate, can reach rows its caller was not given.
 *
 *     <root>/in     links to immutable objects; read-only inside the sandbox
 *     <root>/out    files it writes for the service to pick up
 *     <root>/spill  what does not fit in its memory
 */
export class WorkerFolder {
  private visible: ReadonlyMap<string, string> = new Map();

  private constructor(readonly root: string) {}

  static async create(parent: string): Promise<WorkerFolder> {
    const folder = new WorkerFolder(join(parent, randomUUID()));
    for (const path of [folder.in, folder.out, folder.spill]) await mkdir(path, { recursive: true, mode: 0o700 });
    return folder;
  }

  get in(): string {
    return join(this.root, 'in');
  }

  get out(): string {
    return join(this.root, 'out');
  }

  get spill(): string {
    return join(this.root, 'spill');
  }

  /** Makes exactly these files visible; what stays visible from the request before costs nothing. */
  async show(files: readonly VisibleFile[]): Promise<void> {
    const wanted = new Map(files.map((file) => [file.name, file.path]));
    const before = this.visible;
    this.visible = new Map();
    try {
      for (const [name, path] of before) if (wanted.get(name) !== path) await unlink(join(this.in, name));
      for (const [name, path] of wanted) if (before.get(name) !== path) await bringIn(path, join(this.in, name));
      this.visible = wanted;
    } catch (error) {
      await emptyFolder(this.in);
      throw error;
    }
  }

  /** Where the worker finds a file that was shown. */
  pathOf(name: string): string {
    return join(this.in, name);
  }

  /** A path in `out` that nothing has used. */
  newOutput(): string {
    return join(this.out, randomUUID());
  }

  /** Removes an output that nobody moved away. */
  dropOutput(path: string): Promise<void> {
    return rm(path, { force: true });
  }

  /** Forgets everything: what was shown, and what a killed worker left behind. */
  async empty(): Promise<void> {
    this.visible = new Map();
    for (const folder of [this.in, this.out, this.spill]) await emptyFolder(folder);
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }
}

async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

/** A hard link costs no copy and, unlike a symbolic one, leads nowhere else. Another file system needs a copy. */
async function bringIn(path: string, target: string): Promise<void> {
  await link(path, target).catch(() => copyFile(path, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL));
}
