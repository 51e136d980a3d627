import { randomUUID } from 'node:crypto';
import { chmodSync, constants, mkdirSync } from 'node:fs';
import { chmod, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { boundedNode, CHANNEL_AND_LOG, type ControlGroups, SupervisedChild } from '@svc/runner';
import type { OracleTask } from './oracle-task';

export interface OracleWalls {
  /** Absolute path of `bwrap`. */
  readonly bubblewrap: string;
  /** Folders with our code and its packages. */
  readonly code: readonly string[];
  /** Folder for the rows that a process judges; private to the service. */
  readonly scratch: string;
  /** Kernel limits around a process; none where the host cannot set them. */
  readonly groups?: ControlGroups | null;
}

export interface OracleProgram {
  /** The compiled file that a process runs. */
  readonly program: string;
  readonly memoryMb: number;
  /** Null where the container isolates, and in tests of the process itself. */
  readonly walls: OracleWalls | null;
}

const MB = 1024 * 1024;
/** Memory that Node needs besides the rows. */
const OVERHEAD_MB = 512;

/** One oracle process, which sees only the rows that it judges. */
export class OracleChild {
  private constructor(
    readonly process: SupervisedChild,
    private readonly folder: string | null,
  ) {}

  static start({ program, memoryMb, walls }: OracleProgram): OracleChild {
    const folder = walls === null ? null : privateFolder(walls.scratch);
    const command = boundedNode({
      bubblewrap: walls?.bubblewrap ?? null,
      program: [program],
      options: [`--max-old-space-size=${memoryMb}`],
      code: walls?.code ?? [],
      readable: folder === null ? [] : [folder],
      writable: [],
      // Columns are outside of V8's heap, so the kernel limits the process's memory, not V8 alone.
      limits: { fileBytes: walls === null ? null : 0, dataBytes: (memoryMb + OVERHEAD_MB) * MB },
      environment: {},
      groups: walls?.groups,
    });
    return new OracleChild(SupervisedChild.start(command, CHANNEL_AND_LOG), folder);
  }

  /** The task, with its rows where this process sees them: a copy, since a link would change the object's ctime. */
  async shown(task: OracleTask): Promise<OracleTask> {
    const { data, sample } = task;
    if (this.folder === null) return task;
    if (sample !== null) return { ...task, sample: { ...sample, path: await this.show(sample.path, 'sample') } };
    return { ...task, data: { ...data, path: await this.show(data.path, 'rows') } };
  }

  async end(): Promise<void> {
    this.process.kill();
    await this.process.ended;
    if (this.folder !== null) await rm(this.folder, { recursive: true, force: true });
  }

  private async show(path: string, name: string): Promise<string> {
    const target = join(this.folder ?? '', name);
    await copyFile(path, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await chmod(target, 0o444);
    return target;
  }
}

function privateFolder(scratch: string): string {
  const folder = join(scratch, randomUUID());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Inside the sandbox it is another user, which needs this; nobody else gets that far.
  chmodSync(folder, 0o755);
  return folder;
}
