import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { giveToWalled } from '@svc/runner';

/** A file of the warehouse that a worker may see: `name` is its name in the worker's folder. */
export interface VisibleFile {
  readonly name: string;
  readonly path: string;
  /** It is an object: its link is kept, out of sight, for the next request that names it. */
  readonly immutable?: boolean;
}

/** Hidden links per worker; the least recently used are removed. */
const MAX_KEPT = 256;
const FILE = 'file';

/**
 * What one worker sees of the disk: `in` holds exactly the files of its current request, so that no statement,
 * whatever gets past the gate, can reach rows its caller was not given.
 *
 * <root>/in     <name>/file for each of them, a link; read-only inside the sandbox
 * <root>/kept   links to objects that may be needed again; not visible inside the sandbox
 *     <root>/out    files it writes for the service to pick up
 *     <root>/spill  what does not fit in its memory
 *
 * Linking a file and removing a link change its ctime, by which every service detects that an object may have changed, and then
 * reads it again. So a link to an object is made once per worker, and only the folder around it comes and goes.
 */
export class WorkerFolder {
  private visible: ReadonlyMap<string, VisibleFile> = new Map();
  /** Name → where its folder is kept. */
  private readonly kept = new Map<string, string>();

  private constructor(readonly root: string) {}

  static async create(parent: string): Promise<WorkerFolder> {
    const folder = new WorkerFolder(join(parent, randomUUID()));
    for (const path of [folder.in, folder.keep, folder.out, folder.spill])
      await mkdir(path, { recursive: true, mode: 0o700 });
    // Inside the sandbox a worker is another user, which needs this; nobody else gets that far.
    await chmod(folder.in, 0o755);
    for (const path of [folder.out, folder.spill]) await giveToWalled(path);
    return folder;
  }

  get in(): string {
    return join(this.root, 'in');
  }

  private get keep(): string {
    return join(this.root, 'kept');
  }

  get out(): string {
    return join(this.root, 'out');
  }

  get spill(): string {
    return join(this.root, 'spill');
  }

  /** Makes exactly these files visible; files that stay visible from the previous request cost nothing. */
  async show(files: readonly VisibleFile[]): Promise<void> {
    const wanted = new Map(files.map((file) => [file.name, file]));
    const before = this.visible;
    this.visible = new Map();
    try {
      for (const [name, file] of before) if (wanted.get(name)?.path !== file.path) await this.hide(file);
      for (const [name, file] of wanted) if (before.get(name)?.path !== file.path) await this.bring(file);
      this.visible = wanted;
    } catch (error) {
      await emptyFolder(this.in);
      throw error;
    }
  }

  /** The path at which the worker finds a visible file. */
  pathOf(name: string): string {
    return join(this.in, name, FILE);
  }

  /** An unused path in `out`. */
  newOutput(): string {
    return join(this.out, randomUUID());
  }

  /** Removes an output that nobody moved away. */
  dropOutput(path: string): Promise<void> {
    return rm(path, { force: true });
  }

  /** Makes nothing visible, and removes what a killed worker left behind. */
  async empty(): Promise<void> {
    await this.show([]);
    for (const folder of [this.in, this.out, this.spill]) await emptyFolder(folder);
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }

  private async bring({ name, path, immutable }: VisibleFile): Promise<void> {
    const target = join(this.in, name);
    const kept = this.kept.get(name);
    if (kept !== undefined) {
      this.kept.delete(name);
      await rename(kept, target);
      return;
    }
    await mkdir(target);
    await chmod(target, 0o755);
    await bringIn(path, join(target, FILE));
    if (immutable !== true) await chmod(join(target, FILE), 0o444);
  }

  private async hide({ name, immutable }: VisibleFile): Promise<void> {
    if (immutable !== true) {
      await rm(join(this.in, name), { recursive: true });
      return;
    }
    const place = join(this.keep, randomUUID());
    await rename(join(this.in, name), place);
    this.kept.set(name, place);
    for (const [oldest, folder] of this.kept) {
      if (this.kept.size <= MAX_KEPT) return;
      this.kept.delete(oldest);
      await rm(folder, { recursive: true });
    }
  }
}

async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

/** A hard link costs no copy and, unlike a symbolic one, cannot lead elsewhere. Another file system needs a copy. */
async function bringIn(path: string, target: string): Promise<void> {
  await link(path, target).catch(() => copyFile(path, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL));
}
