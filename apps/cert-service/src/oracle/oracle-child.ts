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
  /** Where the rows lie that a process judges; private to the service. */
  readonly scratch: string;
  /** Limits that the kernel keeps around a process; none where it cannot. */
  readonly groups?: ControlGroups | null;
}

export interface OracleProgram {
  /** The compiled file that a process runs. */
  readonly program: string;
  readonly memoryMb: number;
  /** Null where the container is the wall, and in tests of what is within. */
  readonly walls: OracleWalls | null;
}

const MB = 1024 * 1024;
/** What Node needs besides the rows. */
const OVERHEAD_MB = 512;

/** One oracle process, which sees the rows that it is to judge and no other. */
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
      // Columns lie outside of V8's heap, so the kernel holds the process to its memory, not V8 alone.
      limits: { fileBytes: walls === null ? null : 0, dataBytes: (memoryMb + OVERHEAD_MB) * MB },
      environment: {},
      groups: walls?.groups,
    });
    return new OracleChild(SupervisedChild.start(command, CHANNEL_AND_LOG), folder);
  }

  /** The task, with its rows where this process sees them: a copy, since a link would show on the object itself. */
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
  // Inside it is another user, for whom nobody else gets that far.
  chmodSync(folder, 0o755);
  return folder;
}
