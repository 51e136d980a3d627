import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { filesInMemory, giveToInside, type Mount, type ProcessLimits, walledCommand } from './bubblewrap';
import type { ControlGroup } from './control-group';
import type { ControlGroups } from './control-groups';
import { hasForeignProc } from './foreign-proc';
import { type ServiceUser, thisUser } from './service-user';
import { supportedArchitecture, seccompFilter } from './seccomp-filter';

/** A program of ours for Node.js that reads what strangers wrote. */
export interface NodeProgram {
  /** Absolute path of `bwrap`. */
  readonly bubblewrap: string;
  /** The compiled file, and its arguments. */
  readonly program: readonly string[];
  /** Node's own options. */
  readonly options: readonly string[];
  /** Folders with code and packages, each seen where it lies. */
  readonly code: readonly string[];
  /** Folders it reads, each seen where it lies; nothing else of the host's files is. */
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  readonly limits: Omit<ProcessLimits, 'processes' | 'openFiles'>;
  readonly environment: Readonly<Record<string, string>>;
  /** Limits that the kernel keeps for all its processes together; none where it cannot. */
  readonly groups?: ControlGroups | null | undefined;
  /** In whose name it starts, when not in that of this process. */
  readonly user?: ServiceUser;
}

/** How a walled Node.js program is started. */
export interface WalledNode {
  readonly command: readonly string[];
  /** To be written to descriptor 4; descriptor 3 is Node's channel. */
  readonly filter: Buffer;
  /** The group that `command` enters, to be removed when the program has ended; null where there is none. */
  readonly group: ControlGroup | null;
}

const MiB = 1024 * 1024;
const CHANNEL_FD = 3;
const FILTER_FD = 4;
const PROCESSES = 128;
const SCRATCH = { folder: '/tmp', bytes: 16 * MiB };
/** What the kernel holds for a program besides its memory. */
const KERNEL_HEADROOM_BYTES = 64 * MiB;

/** The walls of derivations around a program of ours. Throws where this machine has none. */
export function walledNode(request: NodeProgram): WalledNode {
  const architecture = supportedArchitecture(process.arch);
  if (architecture === null) throw new Error(`no system-call filter is written for ${process.arch}`);
  const seen = (path: string, writable = false): Mount => ({ source: path, target: path, writable });
  const node = realpathSync(process.execPath);
  const readable = [dirname(node), ...request.code, ...request.readable].filter((path) => !path.startsWith('/usr/'));
  const user = request.user ?? thisUser();
  const command = walledCommand({
    bubblewrap: request.bubblewrap,
    mounts: [...readable.map((path) => seen(path)), ...request.writable.map((path) => seen(path, true))],
    scratch: SCRATCH,
    limits: { ...request.limits, openFiles: 1024, processes: PROCESSES },
    background: false,
    environment: {
      ...request.environment,
      NODE_CHANNEL_FD: String(CHANNEL_FD),
      NODE_CHANNEL_SERIALIZATION_MODE: 'json',
    },
    seccompFd: FILTER_FD,
    program: [node, ...request.options, ...request.program],
    asRoot: user.root === true,
    foreignProc: hasForeignProc(),
  });
  const memoryBytes = request.limits.dataBytes + filesInMemory(SCRATCH) + KERNEL_HEADROOM_BYTES;
  const group = request.groups?.make({ memoryBytes, processes: PROCESSES, background: false }) ?? null;
  const started = user.run(command);
  return { command: group?.enter(started) ?? started, filter: seccompFilter(architecture), group };
}

/** Makes a folder of ours one that a walled program may write to. */
export function giveToWalled(folder: string): Promise<void> {
  return giveToInside(folder, process.getuid?.() === 0);
}
