import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { filesInMemory, giveToInside, type Mount, type ProcessLimits, walledCommand } from '../bubblewrap/bubblewrap';
import type { ControlGroups } from '../control-group/control-groups';
import { hasForeignProc } from '../bubblewrap/foreign-proc';
import type { BoundedCommand } from './supervised-child';
import { type ServiceUser, thisUser } from '../bubblewrap/service-user';
import { supportedArchitecture, seccompFilter } from '../bubblewrap/seccomp-filter';

/** A Node.js program of the service that reads untrusted data. */
export interface NodeProgram {
  /** Absolute path of `bwrap`; null where the container is the wall: then only `limits` hold. */
  readonly bubblewrap: string | null;
  /** The compiled file, and its arguments. */
  readonly program: readonly string[];
  /** Node's own options. */
  readonly options: readonly string[];
  /** Folders with code and packages, mounted at the same paths. */
  readonly code: readonly string[];
  /** Folders that it reads, mounted at the same paths; it sees no other files of the host. */
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  readonly limits: Omit<ProcessLimits, 'processes' | 'openFiles'>;
  readonly environment: Readonly<Record<string, string>>;
  /** Limits that the kernel keeps for all its processes together; none where it cannot. */
  readonly groups?: ControlGroups | null | undefined;
  /** In whose name it starts, when not in that of this process. */
  readonly user?: ServiceUser;
}

const MiB = 1024 * 1024;
const CHANNEL_FD = 3;
const FILTER_FD = 4;
const PROCESSES = 128;
const SCRATCH = { folder: '/tmp', bytes: 16 * MiB };
/** What the kernel holds for a program besides its memory. */
const KERNEL_HEADROOM_BYTES = 64 * MiB;

/** How a program of ours is started within its bounds. Its {@link CHANNEL} is descriptor 3. Throws where this machine has no such walls. */
export function boundedNode(request: NodeProgram): BoundedCommand {
  const { bubblewrap } = request;
  return bubblewrap === null ? openNode(request) : walledNode(request, bubblewrap);
}

const OPEN_FILES = 1024;

/** Held to its limits by the kernel, and otherwise as free as the service. */
function openNode({ limits, environment, options, program }: NodeProgram): BoundedCommand {
  const { dataBytes, fileBytes } = limits;
  const bounds = [`--data=${dataBytes}`, ...(fileBytes === null ? [] : [`--fsize=${fileBytes}`]), '--core=0'];
  const command = ['prlimit', ...bounds, `--nofile=${OPEN_FILES}`, '--', process.execPath, ...options, ...program];
  return { command, environment, filter: null, group: null };
}

function walledNode(request: NodeProgram, bubblewrap: string): BoundedCommand {
  const architecture = supportedArchitecture(process.arch);
  if (architecture === null) throw new Error(`no system-call filter is written for ${process.arch}`);
  const seen = (path: string, writable = false): Mount => ({ source: path, target: path, writable });
  const node = realpathSync(process.execPath);
  const readable = [dirname(node), ...request.code, ...request.readable].filter((path) => !path.startsWith('/usr/'));
  const user = request.user ?? thisUser();
  const command = walledCommand({
    bubblewrap,
    mounts: [...readable.map((path) => seen(path)), ...request.writable.map((path) => seen(path, true))],
    scratch: SCRATCH,
    limits: { ...request.limits, openFiles: OPEN_FILES, processes: PROCESSES },
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
  return { command: group?.enter(started) ?? started, environment: {}, filter: seccompFilter(architecture), group };
}

/** Lets a sandboxed program write to a folder of the service. */
export function giveToWalled(folder: string): Promise<void> {
  return giveToInside(folder, process.getuid?.() === 0);
}
