import { randomUUID } from 'node:crypto';
import { access, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { allocatedBytes } from '../space/allocated-bytes';
import { ensureDirectory, hashDurably, writeDurably } from '../integrity/durable-file';
import { checkedObject, checkedStagedId } from './names';
import { ObjectDirectory } from './object-directory';
import { DiskFloor, measureDisk } from '../space/disk-floor';
import { ResultDirectory } from './result-directory';
import { sweepFolder, takenOver } from './staged-files';
import type {
  AnswerBudget,
  ByteRange,
  Bytes,
  Damage,
  LocalFile,
  ResultArea,
  StagedFile,
  StoredBytes,
  StoredObject,
  SweepReport,
  Warehouse,
} from '../warehouse';
import { WorkArea, type WorkBudget } from '../space/work-area';

export interface DirectoryWarehouseOptions {
  /** How long a staged file is kept if it is not adopted. */
  readonly stagedLifetimeMs?: number;
  /** Minimum time that a result is kept. */
  readonly resultLifetimeMs?: number;
  /** The reserve for other uses of the disk: see {@link reservedBytes}. */
  readonly reserve?: string;
  readonly answers?: AnswerBudget;
  readonly work?: WorkBudget;
  readonly now?: () => Date;
}

const FOLDERS = ['sha256', 'blocks', 'quarantine', 'renewed', 'removing', 'staged', 'results', 'incoming'];
const GiB = 1024 ** 3;
const WORK: WorkBudget = { limit: 64 * GiB };
const ANSWERS: AnswerBudget = { perOwner: 2 * GiB, total: 16 * GiB };

/**
 * A warehouse in a directory that all services mount:
 *
 *     sha256/ab/abcd…   objects, mode 0444
 *     blocks/ab/abcd…   digests of the blocks of each object over 1 MiB, to say where one is damaged
 *     renewed/<object>  when the content of an object was stored again
 *     removing/         objects on their way out, see `Removal`
 *     quarantine/       damaged objects, see `Quarantine`
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
    private readonly objects: ObjectDirectory,
    private readonly resultDirectory: ResultDirectory,
    private readonly stagedLifetimeMs: number,
    readonly floor: DiskFloor,
    readonly work: WorkArea,
  ) {
    this.results = resultDirectory;
  }

  /** Opens the warehouse at `root`, creating its folders where they are missing. */
  static async open(root: string, options: DirectoryWarehouseOptions = {}): Promise<DirectoryWarehouse> {
    const path = resolve(root);
    const now = options.now ?? (() => new Date());
    for (const folder of FOLDERS) await ensureDirectory(join(path, folder));
    const work = new WorkArea(path, options.work ?? WORK);
    const floor = new DiskFloor(path, options.reserve, measureDisk, work);
    const results = new ResultDirectory(join(path, 'results'), join(path, 'incoming'), {
      lifetimeMs: options.resultLifetimeMs ?? 3_600_000,
      budget: options.answers ?? ANSWERS,
      now,
      room: (piece) => floor.require(piece),
    });
    return new DirectoryWarehouse(
      path,
      new ObjectDirectory(path, now),
      results,
      options.stagedLifetimeMs ?? 24 * 3_600_000,
      floor,
      work,
    );
  }

  async put(source: Bytes): Promise<StoredObject> {
    const temporary = join(this.root, 'incoming', randomUUID());
    return this.objects.keep(temporary, await writeDurably(temporary, source, (piece) => this.floor.require(piece)));
  }

  async has(object: string): Promise<boolean> {
    return this.objects.has(checkedObject(object));
  }

  async renew(object: string): Promise<boolean> {
    return this.objects.renew(checkedObject(object));
  }

  async remove(object: string, before: Date): Promise<boolean> {
    return this.objects.remove(checkedObject(object), before);
  }

  async openRead(object: string, range: ByteRange = { start: 0 }): Promise<Readable> {
    return (await this.objects.open(checkedObject(object), range)) ?? this.results.open(object, range);
  }

  async localFile(object: string): Promise<LocalFile> {
    return this.objects.file(checkedObject(object));
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
    const ours = await takenOver(path, join(this.root, 'incoming', randomUUID()));
    return this.objects.keep(ours, await hashDurably(ours));
  }

  names(after: string | null): AsyncIterable<string> {
    return this.objects.names(after);
  }

  async scrub(object: string, pace: (bytes: number) => Promise<void>): Promise<number> {
    return this.objects.scrub(checkedObject(object), pace);
  }

  damages(): Promise<readonly Damage[]> {
    return this.objects.damages();
  }

  async bytesStored(): Promise<StoredBytes> {
    const [objects, quarantine] = await Promise.all([
      allocatedBytes(join(this.root, 'sha256')),
      allocatedBytes(join(this.root, 'quarantine')),
    ]);
    return { objects, quarantine };
  }

  async sweep(now: Date): Promise<SweepReport> {
    await this.objects.bringBack(now);
    const folders = ['staged', 'incoming'].map((folder) => join(this.root, folder));
    const swept = await Promise.all(folders.map((folder) => sweepFolder(folder, this.stagedLifetimeMs, now)));
    return { staged: swept.reduce((sum, n) => sum + n, 0), results: await this.resultDirectory.sweep(now) };
  }

  private stagedFile(id: string): StagedFile {
    const path = join(this.root, 'staged', id);
    return {
      id,
      path,
      write: async (source) => {
        // Written elsewhere first, so that a lookup by id finds the complete file or none.
        const temporary = join(this.root, 'incoming', randomUUID());
        const { bytes } = await writeDurably(temporary, source, (piece) => this.floor.require(piece));
        await rename(temporary, path);
        return { bytes };
      },
      discard: () => rm(path, { force: true }),
    };
  }
}
