import path from 'node:path';
import type { SandboxLimits } from './limits';

/** A folder of the host that the sandboxed process sees, read-only. */
export interface ReadOnlyMount {
  readonly source: string;
  /** Absolute path inside the sandbox. */
  readonly target: string;
}

export interface SandboxCommand {
  /** Absolute path of `bwrap`, in the `bin` folder of whatever it needs. */
  readonly bubblewrap: string;
  readonly mounts: readonly ReadOnlyMount[];
  readonly limits: SandboxLimits;
  /** All of the program's environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Descriptor on which bubblewrap reads the compiled system-call filter. */
  readonly seccompFd: number;
  /** Program inside the sandbox, and its arguments. */
  readonly program: readonly string[];
  /** Whether the service itself runs as root. */
  readonly asRoot: boolean;
  /** Whether `/proc` shows another process namespace than the service's own. */
  readonly foreignProc: boolean;
}

/** The user inside, and, when the service is root, also outside: never root of the host, see {@link sandboxCommand}. */
const NOBODY = '65534';
const SHARED_MEMORY_BYTES = 64 * 1024 * 1024;
const DATA_HEADROOM_BYTES = 1024 * 1024 * 1024;

const SYSTEM = words('--ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64');
/** Lets the loader find libraries outside its default folders, such as those of a Python under /usr/local. */
const LINKER_CACHE = '/etc/ld.so.cache';
/** At the top, because bubblewrap closes the folders it makes above a mount to everyone but their owner. */
const STAGED_LINKER_CACHE = '/stage-ld.so.cache';

/**
 * The command line that starts a program in the sandbox, outermost program first. Its arguments are the policy.
 *
 * As root it is two sandboxes, one in the other. Without that, the user inside would be root of the host without
 * capabilities, which may still write `/proc/sys` (`core_pattern` runs a program as root) and is exempt from the limit
 * on processes. So the outer one, as root, gathers the folders, which root alone may be able to read; then the process
 * becomes nobody; then the inner one isolates it exactly as for an ordinary user.
 */
export function sandboxCommand(command: SandboxCommand): readonly string[] {
  if (!command.asRoot)
    return [
      ...limited(command.limits),
      ...(command.foreignProc ? ownProcesses('--user --map-current-user') : []),
      ...FIRST_TO_GO,
      ...isolated(command, command.mounts, LINKER_CACHE),
    ];
  const staged = command.mounts.map(({ target }, i) => ({ source: `/stage-${i}`, target }));
  return [
    ...limited(command.limits),
    ...ownProcesses(),
    ...FIRST_TO_GO,
    command.bubblewrap,
    '--die-with-parent',
    ...SYSTEM,
    ...bubblewrapItself(command.bubblewrap),
    ...command.mounts.flatMap(({ source }, i) => ['--ro-bind', source, `/stage-${i}`]),
    ...['--ro-bind-try', LINKER_CACHE, STAGED_LINKER_CACHE],
    ...words('--dir /tmp --bind /proc /proc --dev-bind /dev /dev --'),
    ...words(`setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --inh-caps=-all`),
    ...isolated(command, staged, STAGED_LINKER_CACHE),
  ];
}

/**
 * A process namespace with a `/proc` of its own. The inner bubblewrap looks itself up there, and mounts a new one for
 * its program only where one is wholly visible: bubblewrap's own `--proc` has parts covered, and the machine's may
 * belong to another process namespace than the service's.
 */
function ownProcesses(more = ''): readonly string[] {
  return words(`setpriv --pdeathsig KILL unshare ${more} --pid --fork --kill-child --mount-proc --`);
}

/** When memory is short; choom finds itself in `/proc`, so it stands behind {@link ownProcesses}. */
const FIRST_TO_GO = words('choom -n 1000 --');

/** Behind the service when the processor is short; limits from the first instruction on. */
function limited(limits: SandboxLimits): readonly string[] {
  return [
    ...words('nice -n 10 prlimit --core=0'),
    `--fsize=${limits.scratchBytes}`,
    `--nofile=${limits.openFiles}`,
    // The tree is measured and stopped at `memoryBytes`; this one holds when nobody gets to measure. It counts
    // writable private memory, unlike RLIMIT_AS, which also counts what libraries merely map.
    `--data=${2 * limits.memoryBytes + DATA_HEADROOM_BYTES}`,
    '--',
  ];
}

const ISOLATION = words(`
  --unshare-all --unshare-user --disable-userns --die-with-parent --new-session
  --uid ${NOBODY} --gid ${NOBODY} --cap-drop ALL --hostname sandbox --clearenv`);

function isolated(command: SandboxCommand, mounts: readonly ReadOnlyMount[], linkerCache: string): readonly string[] {
  const { limits } = command;
  // Without /dev/zero, mapping which makes shared memory that nobody can measure.
  const shared = Math.min(SHARED_MEMORY_BYTES, limits.scratchBytes);
  return [
    command.bubblewrap,
    ...ISOLATION,
    ...Object.entries(command.environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...SYSTEM,
    ...['--ro-bind-try', linkerCache, LINKER_CACHE],
    ...mounts.flatMap(({ source, target }) => ['--ro-bind', source, target]),
    ...words(
      `--proc /proc --dev /dev --dev-bind /dev/null /dev/zero --size ${shared} --tmpfs /dev/shm --size ${limits.scratchBytes} --tmpfs /work`,
    ),
    ...words('--dir /work/tmp --symlink work/tmp /tmp --remount-ro /proc --remount-ro /dev --remount-ro /'),
    ...words(`--chdir /work --seccomp ${command.seccompFd} --`),
    // Only from inside does the kernel count the sandbox's processes alone, and not all that the user has.
    ...words(`prlimit --nproc=${limits.processes} --`),
    ...command.program,
  ];
}

/** Arguments that hold no spaces, as one reads them. */
function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** For the second bubblewrap: the first, when it is none of the system's. Made folder by folder, so that nobody may pass. */
function bubblewrapItself(bubblewrap: string): readonly string[] {
  const prefix = path.dirname(path.dirname(bubblewrap));
  if (`${prefix}/`.startsWith('/usr/') || prefix === '/') return [];
  const parents = prefix
    .split('/')
    .slice(1, -1)
    .map((_, i, names) => `/${names.slice(0, i + 1).join('/')}`);
  return [...parents.flatMap((folder) => ['--dir', folder]), '--ro-bind', prefix, prefix];
}
