import { chown } from 'node:fs/promises';
import path from 'node:path';

/** A file or folder of the host that a sandboxed program sees. */
export interface Mount {
  readonly source: string;
  /** Absolute path inside. */
  readonly target: string;
  /** May the program write there? Then {@link giveToInside} it. Otherwise the kernel keeps it read-only for everybody. */
  readonly writable?: boolean;
}

/** Resource limits (rlimits) of each process. */
export interface ProcessLimits {
  /** The largest file; null for no limit. */
  readonly fileBytes: number | null;
  readonly openFiles: number;
  /** Writable private memory, unlike RLIMIT_AS, which also counts what libraries merely map. */
  readonly dataBytes: number;
  /** Processes and threads inside, together. */
  readonly processes: number;
}

/** A program and its sandbox. */
export interface Wall {
  /** Absolute path of `bwrap`, in the `bin` folder of whatever it needs. */
  readonly bubblewrap: string;
  readonly mounts: readonly Mount[];
  /** Where it works: a folder in memory of so many bytes, with its temporary files. */
  readonly scratch: { readonly folder: string; readonly bytes: number };
  readonly limits: ProcessLimits;
  /** Lower CPU priority than the service, and first to be killed when memory is short. */
  readonly background: boolean;
  /** All of the program's environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Descriptor on which bubblewrap reads the compiled system-call filter. */
  readonly seccompFd: number;
  /** Program inside, and its arguments. */
  readonly program: readonly string[];
  /** Whether the service itself runs as root. */
  readonly asRoot: boolean;
  /** Whether `/proc` shows another process namespace than the service's own. */
  readonly foreignProc: boolean;
}

/** The user inside, and, when the service is root, also outside: never root of the host, see {@link walledCommand}. */
const NOBODY = 65_534;
/** How far a background program stands behind others when the processor is short. */
export const NICE = 10;
/** Waiting signals and timers of a whole sandbox; the kernel counts those of all processes of a user together. */
const SIGNALS = 1024;
const SHARED_MEMORY_BYTES = 64 * 1024 * 1024;

const SYSTEM = words('--ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64');
/** Lets the loader find libraries outside its default folders, such as those of a Python under /usr/local. */
const LINKER_CACHE = '/etc/ld.so.cache';
/**
 * At the top level, because bubblewrap makes the folders that it creates above a mount accessible only to their owner.
 */
const STAGED_LINKER_CACHE = '/stage-ld.so.cache';

/**
 * The command line that starts a program in the sandbox, outermost program first. Its arguments are the policy.
 *
 * As root it is two sandboxes, one in the other. Without that, the user inside would be root of the host without
 * capabilities, which may still write `/proc/sys` (`core_pattern` runs a program as root) and is exempt from the limit
 * on processes. So the outer one, as root, gathers the folders, which root alone may be able to read; then the process
 * becomes nobody; then the inner one isolates it exactly as for an ordinary user.
 */
export function walledCommand(wall: Wall): readonly string[] {
  const { asRoot, foreignProc, background, bubblewrap, mounts } = wall;
  const own = asRoot ? ownProcesses() : foreignProc ? ownProcesses('--user --map-current-user') : [];
  const started = [...limited(wall), ...own, ...(background ? FIRST_TO_GO : [])];
  if (!asRoot) return [...started, ...isolated(wall, mounts, LINKER_CACHE)];
  const staged = mounts.map((mount, i) => ({ ...mount, source: `/stage-${i}` }));
  return [
    ...started,
    bubblewrap,
    '--die-with-parent',
    ...SYSTEM,
    ...bubblewrapItself(bubblewrap),
    ...mounts.flatMap((mount, i) => bind({ ...mount, target: `/stage-${i}` })),
    ...['--ro-bind-try', LINKER_CACHE, STAGED_LINKER_CACHE],
    ...words('--dir /tmp --bind /proc /proc --dev-bind /dev /dev --'),
    ...words(`setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --inh-caps=-all`),
    ...isolated(wall, staged, STAGED_LINKER_CACHE),
  ];
}

/** Lets the program inside write to a mounted folder of the service. */
export async function giveToInside(folder: string, asRoot: boolean): Promise<void> {
  if (asRoot) await chown(folder, NOBODY, NOBODY);
}

function bind({ source, target, writable }: Mount): readonly string[] {
  return [writable === true ? '--bind' : '--ro-bind', source, target];
}

/**
 * A process namespace with a `/proc` of its own. The inner bubblewrap looks itself up there, and mounts a new one for
 * its program only where one is wholly visible: bubblewrap's own `--proc` has parts covered, and the machine's may
 * belong to another process namespace than the service's.
 */
function ownProcesses(more = ''): readonly string[] {
  return words(`setpriv --pdeathsig KILL unshare ${more} --pid --fork --kill-child --mount-proc --`);
}

/** For when memory is short; choom looks itself up in `/proc`, so it comes after {@link ownProcesses}. */
const FIRST_TO_GO = words('choom -n 1000 --');

function limited({ background, limits }: Wall): readonly string[] {
  return [
    ...(background ? words(`nice -n ${NICE}`) : []),
    ...words(`prlimit --core=0 --msgqueue=0 --memlock=0 --sigpending=${SIGNALS}`),
    ...(limits.fileBytes === null ? [] : [`--fsize=${limits.fileBytes}`]),
    ...words(`--nofile=${limits.openFiles} --data=${limits.dataBytes} --`),
  ];
}

const ISOLATION = words(`
  --unshare-all --unshare-user --disable-userns --die-with-parent --new-session
  --uid ${NOBODY} --gid ${NOBODY} --cap-drop ALL --hostname sandbox --clearenv`);

function isolated(wall: Wall, mounts: readonly Mount[], linkerCache: string): readonly string[] {
  const { folder, bytes } = wall.scratch;
  const temporary = folder === '/tmp' ? '' : `--dir ${folder}/tmp --symlink ${folder.slice(1)}/tmp /tmp`;
  return [
    wall.bubblewrap,
    ...ISOLATION,
    ...Object.entries(wall.environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...SYSTEM,
    ...['--ro-bind-try', linkerCache, LINKER_CACHE],
    // Without /dev/zero: mapping it creates shared memory that cannot be measured. Without terminals: the machine has few.
    ...words('--proc /proc --dev /dev --dev-bind /dev/null /dev/zero --dev-bind /dev/null /dev/pts/ptmx'),
    ...words(`--size ${sharedMemoryBytes(bytes)} --tmpfs /dev/shm --size ${bytes} --tmpfs ${folder}`),
    ...words(temporary),
    ...mounts.flatMap(bind),
    ...words(`--remount-ro /proc --remount-ro /dev --remount-ro / --chdir ${folder} --seccomp ${wall.seccompFd} --`),
    // Only from inside does the kernel count the sandbox's processes alone, and not all that the user has.
    ...words(`prlimit --nproc=${wall.limits.processes} --`),
    ...wall.program,
  ];
}

/** Bytes that a program may have in in-memory files: its own folder, and `/dev/shm`. */
export function filesInMemory({ bytes }: Wall['scratch']): number {
  return bytes + sharedMemoryBytes(bytes);
}

function sharedMemoryBytes(scratchBytes: number): number {
  return Math.min(SHARED_MEMORY_BYTES, scratchBytes);
}

/** Arguments that hold no spaces, as one reads them. */
function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/**
 * The path of bubblewrap for the inner one, if it is not the system's. Created folder by folder, so that `nobody` has
 * access.
 */
function bubblewrapItself(bubblewrap: string): readonly string[] {
  const prefix = path.dirname(path.dirname(bubblewrap));
  if (`${prefix}/`.startsWith('/usr/') || prefix === '/') return [];
  const parents = prefix
    .split('/')
    .slice(1, -1)
    .map((_, i, names) => `/${names.slice(0, i + 1).join('/')}`);
  return [...parents.flatMap((folder) => ['--dir', folder]), '--ro-bind', prefix, prefix];
}
