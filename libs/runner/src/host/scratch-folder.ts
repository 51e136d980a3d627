import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from './error-code';

/** The files of one run on the host: a folder that the sandbox sees read-only, for the answers to its queries. */
export class ScratchFolder {
  private placed = 0;

  private constructor(
    private readonly folder: string,
    readonly results: string,
  ) {}

  static async create(parent: string): Promise<ScratchFolder> {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(path.join(parent, 'run-'));
    const results = path.join(folder, 'results');
    await mkdir(results);
    // Readable by the user inside the sandbox whatever the umask; the folder around it is ours alone.
    await chmod(results, 0o755);
    return new ScratchFolder(folder, results);
  }

  /** Moves a file to where the sandbox can read it; returns its name there. */
  async take(file: string): Promise<string> {
    this.placed += 1;
    const name = `${this.placed}.parquet`;
    const target = path.join(this.results, name);
    try {
      await rename(file, target);
    } catch (error) {
      if (errorCode(error) !== 'EXDEV') throw error;
      await copyFile(file, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      await rm(file);
    }
    await chmod(target, 0o444);
    return name;
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
