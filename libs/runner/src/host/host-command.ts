import path from 'node:path';
import { filesInMemory, type Mount, walledCommand } from '../bubblewrap/bubblewrap';
import type { ControlGroupLimits } from '../control-group/control-group';
import { SECCOMP_FD } from './host-pipes';
import type { Interpreter } from '../interpreter';
import { hasForeignProc } from '../bubblewrap/foreign-proc';
import type { SandboxLimits } from '../limits';
import type { RunVariation } from '../runner';
import type { ServiceUser } from '../bubblewrap/service-user';

/** Python without its own site folder: the packages come from the locked environment alone. */
const PYTHON_FLAGS = ['-s', '-P', '-S', '-B', '-X', 'utf8'];
const START_HOST = 'import sys; sys.path.insert(0, "/host"); from svc_host.__main__ import main; main()';

const SCRATCH = '/work';
const PACKAGES = '/packages';
const DATA_HEADROOM_BYTES = 1024 * 1024 * 1024;

export interface HostPlace {
  /** Absolute path of `bwrap`. */
  readonly bubblewrap: string;
  readonly python: Interpreter;
  /** The folder that holds our own packages, and those of them that the host needs. */
  readonly hostSources: string;
  readonly hostPackages: readonly string[];
  /** A folder among the packages, for the loader. */
  readonly libraries?: string | undefined;
  /** Where the answers to the host's queries will lie. */
  readonly results: string;
  /** Files that the run reads, in the order of their numbers inside. */
  readonly inputs: readonly string[];
  readonly user: ServiceUser;
  readonly variation: RunVariation;
}

/** Kernel memory of a run beyond its own limit: for processes, pipes and mounts. */
const KERNEL_HEADROOM_BYTES = 64 * 1024 * 1024;

/** The limits that hold without polling. In-memory files count as memory of the process that writes them. */
export function groupLimits({ memoryBytes, scratchBytes, processes }: SandboxLimits): ControlGroupLimits {
  const files = filesInMemory({ folder: SCRATCH, bytes: scratchBytes });
  return { memoryBytes: memoryBytes + files + KERNEL_HEADROOM_BYTES, processes, background: true };
}

/** Where the host finds its inputs: on read-only mounts, which even a file's owner cannot change. */
export function inputPath(index: number): string {
  return `/inputs/${index}`;
}

/** The command line of the Python host in its sandbox. */
export function hostCommand(
  { bubblewrap, python, hostSources, hostPackages, libraries, results, inputs, user, variation }: HostPlace,
  limits: SandboxLimits,
): readonly string[] {
  const mounts: Mount[] = [
    ...hostPackages.map((name) => ({ source: path.join(hostSources, name), target: `/host/${name}` })),
    { source: python.packages, target: PACKAGES },
    { source: results, target: '/results' },
    ...inputs.map((source, i) => ({ source, target: inputPath(i) })),
  ];
  if (!`${python.prefix}/`.startsWith('/usr/')) mounts.push({ source: python.prefix, target: python.prefix });
  return user.run(
    walledCommand({
      bubblewrap,
      mounts,
      scratch: { folder: SCRATCH, bytes: limits.scratchBytes },
      limits: {
        fileBytes: limits.scratchBytes,
        openFiles: limits.openFiles,
        // The tree is measured and stopped at `memoryBytes`; this one holds when nobody gets to measure.
        dataBytes: 2 * limits.memoryBytes + DATA_HEADROOM_BYTES,
        processes: limits.processes,
      },
      background: true,
      environment: {
        ...environment(limits, variation),
        ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: path.join(PACKAGES, libraries) }),
      },
      seccompFd: SECCOMP_FD,
      asRoot: user.root === true,
      foreignProc: hasForeignProc(),
      program: [python.executable, ...PYTHON_FLAGS, '-c', START_HOST],
    }),
  );
}

/** The complete environment of author's code. */
function environment(limits: SandboxLimits, variation: RunVariation): Readonly<Record<string, string>> {
  const threads = String(variation.threads ?? limits.threads);
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: SCRATCH,
    TMPDIR: `${SCRATCH}/tmp`,
    LANG: 'C.UTF-8',
    TZ: variation.timeZone ?? 'UTC',
    PYTHONHASHSEED: String(variation.hashSeed ?? 0),
    OMP_NUM_THREADS: threads,
    OPENBLAS_NUM_THREADS: threads,
    MKL_NUM_THREADS: threads,
    POLARS_MAX_THREADS: threads,
    ARROW_IO_THREADS: threads,
  };
}
