import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, constants, mkdirSync } from 'node:fs';
import { chmod, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { type ControlGroup, type ControlGroups, SYSTEM_PATH, walledNode } from '@svc/runner';
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
    readonly process: ChildProcess,
    private readonly folder: string | null,
    private readonly group: ControlGroup | null = null,
  ) {}

  static start({ program, memoryMb, walls }: OracleProgram): OracleChild {
    // Columns lie outside of V8's heap, so the kernel holds the process to its memory, not V8 alone.
    const dataBytes = (memoryMb + OVERHEAD_MB) * MB;
    const options = [`--max-old-space-size=${memoryMb}`];
    if (walls === null) {
      const execArgv = [`--data=${dataBytes}`, '--core=0', '--', process.execPath, ...options];
      return new OracleChild(fork(program, { execPath: 'prlimit', execArgv, env: {}, serialization: 'json' }), null);
    }
    const folder = join(walls.scratch, randomUUID());
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Inside it is another user, for whom nobody else gets that far.
    chmodSync(folder, 0o755);
    const { command, filter, group } = walledNode({
      bubblewrap: walls.bubblewrap,
      program: [program],
      options,
      code: walls.code,
      readable: [folder],
      writable: [],
      limits: { fileBytes: 0, dataBytes },
      environment: {},
      groups: walls.groups,
    });
    return new OracleChild(startWalled(command, filter), folder, group);
  }

  /** The task, with its rows where this process sees them: a copy, since a link would show on the object itself. */
  async shown(task: OracleTask): Promise<OracleTask> {
    const { data, sample } = task;
    if (this.folder === null) return task;
    if (sample !== null) return { ...task, sample: { ...sample, path: await this.show(sample.path, 'sample') } };
    return { ...task, data: { ...data, path: await this.show(data.path, 'rows') } };
  }

  async end(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.group?.remove();
    if (this.folder !== null) await rm(this.folder, { recursive: true, force: true });
  }

  private async show(path: string, name: string): Promise<string> {
    const target = join(this.folder ?? '', name);
    await copyFile(path, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await chmod(target, 0o444);
    return target;
  }
}

function startWalled([file = '', ...args]: readonly string[], filter: Buffer): ChildProcess {
  const child = spawn(file, args, {
    env: { PATH: SYSTEM_PATH },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
    serialization: 'json',
  });
  const streams: readonly unknown[] = child.stdio;
  const pipe = streams[4];
  // Its exit tells the story when it does not take the filter.
  if (pipe instanceof Duplex) pipe.on('error', () => undefined).end(filter);
  return child;
}
