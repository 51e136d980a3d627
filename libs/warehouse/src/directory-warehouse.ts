import { randomUUID } from 'node:crypto';
import { access, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { ensureDirectory, hashDurably, moveIntoPlace, systemCode, writeDurably } from './durable-file';
import { checkedObject, checkedStagedId } from './names';
import { ResultDirectory } from './result-directory';
import type { ByteRange, Bytes, ResultArea, StagedFile, StoredObject, SweepReport, Warehouse } from './warehouse';
import { WarehouseError } from './warehouse-error';

export interface DirectoryWarehouseOptions {
  /** How long a staged file waits to be adopted. */
  readonly stagedLifetimeMs?: number;
  /** How long a result stays at least. */
  readonly resultLifetimeMs?: number;
  readonly now?: () => Date;
}

/**
 * A warehouse in a directory that all services mount:
 *
 *     sha256/ab/abcd…   objects, mode 0444
 *     staged/<uuid>     uploads and engine output on their way in
 *     results/<hour>/…  answers too large for a message
 *     incoming/<uuid>   files being written; a crash leaves them here, sweeping removes them
 *
 * Everything is on one file system, so the last step is always a rename.
 */
export class DirectoryWarehouse implements Warehouse {
  readonly results: ResultArea;

  private constructor(
    private readonly root: string,
    private readonly resultDirectory: ResultDirectory,
    private readonly stagedLifetimeMs: number,
  ) {
    this.results = resultDirectory;
  }

  /** Opens the warehouse at `root`, creating its folders where they are missing. */
  static async open(root: string, options: DirectoryWarehouseOptions = {}): Promise<DirectoryWarehouse> {
    const path = resolve(root);
    for (const folder of ['sha256', 'staged', 'results', 'incoming']) await ensureDirectory(join(path, folder));
    const results = new ResultDirectory(
      join(path, 'results'),
      join(path, 'incoming'),
      options.resultLifetimeMs ?? 3_600_000,
      options.now ?? (() => new Date()),
    );
    return new DirectoryWarehouse(path, results, options.stagedLifetimeMs ?? 24 * 3_600_000);
  }

  /** The folder under which every object lies, for engines that confine themselves to one. */
  get objectRoot(): string {
    return join(this.root, 'sha256');
  }

  async put(source: Bytes): Promise<StoredObject> {
    const temporary = join(this.root, 'incoming', randomUUID());
    const stored = await writeDurably(temporary, source);
    await this.keep(temporary, stored);
    return stored;
  }

  async has(object: string): Promise<boolean> {
    return access(this.pathOf(object)).then(
      () => true,
      () => false,
    );
  }

  async openRead(object: string, range: ByteRange = { start: 0 }): Promise<Readable> {
    try {
      return (await open(this.pathOf(object))).createReadStream({ ...range });
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return this.results.open(object, range);
      throw error;
    }
  }

  async localPath(object: string): Promise<string> {
    if (!(await this.has(object))) throw new WarehouseError('no-such-object', `The warehouse has no object ${object}.`);
    return this.pathOf(object);
  }

  async stage(): Promise<StagedFile> {
    return this.stagedFile(randomUUID());
  }

  async staged(id: string): Promise<StagedFile | null> {
    const file = this.stagedFile(checkedStagedId(id));
    return access(file.path).then(
      () => file,
      () => null,
    );
  }

  async adopt(file: StagedFile): Promise<StoredObject> {
    const { path } = this.stagedFile(checkedStagedId(file.id));
    const stored = await hashDurably(path);
    await this.keep(path, stored);
    return stored;
  }

  async sweep(now: Date): Promise<SweepReport> {
    const staged = (await this.sweepFolder('staged', now)) + (await this.sweepFolder('incoming', now));
    return { staged, results: await this.resultDirectory.sweep(now) };
  }

  private async keep(from: string, stored: StoredObject): Promise<void> {
    const to = this.pathOf(stored.object);
    await ensureDirectory(dirname(to));
    await moveIntoPlace(from, to, stored.bytes);
  }

  private stagedFile(id: string): StagedFile {
    const path = join(this.root, 'staged', id);
    return {
      id,
      path,
      write: async (source) => {
        // Written aside first: whoever looks the id up meets the whole file or none.
        const temporary = join(this.root, 'incoming', randomUUID());
        const { bytes } = await writeDurably(temporary, source);
        await rename(temporary, path);
        return { bytes };
      },
      discard: () => rm(path, { force: true }),
    };
  }

  private pathOf(object: string): string {
    const name = checkedObject(object);
    return join(this.root, 'sha256', name.slice(0, 2), name);
  }

  private async sweepFolder(folder: 'staged' | 'incoming', now: Date): Promise<number> {
    let swept = 0;
    for (const name of await readdir(join(this.root, folder))) {
      const path = join(this.root, folder, name);
      const found = await stat(path).catch(() => null);
      if (found === null || found.mtimeMs + this.stagedLifetimeMs >= now.getTime()) continue;
      await rm(path, { recursive: true, force: true });
      swept += 1;
    }
    return swept;
  }
}
