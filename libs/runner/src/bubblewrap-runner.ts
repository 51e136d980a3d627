import type { ControlGroup } from './control-group/control-group';
import type { ControlGroups } from './control-group/control-groups';
import { findBubblewrap } from './bubblewrap/find-bubblewrap';
import { groupLimits, hostCommand, inputPath } from './host/host-command';
import { type HostEnding, nothingRan } from './host/host-ending';
import { HostProcess } from './host/host-process';
import { environmentOf, findInterpreter, type Interpreter } from './interpreter';
import { DEFAULT_LIMITS, type SandboxLimits } from './limits';
import type { Environment, Execution, Runner } from './runner';
import { ScratchFolder } from './host/scratch-folder';
import { seccompFilter, supportedArchitecture } from './bubblewrap/seccomp-filter';
import { Semaphore } from './host/semaphore';
import { type ServiceUser, thisUser } from './bubblewrap/service-user';

export interface SandboxConfig {
  /** The Python of the locked environment, for instance `.svc/python/bin/python`. */
  readonly python: string;
  /** The folder that holds our own Python packages. */
  readonly hostSources: string;
  /** Those of them that orders need; left out, the two of derivations. */
  readonly hostPackages?: readonly string[];
  /** A folder among the installed packages whose shared libraries the loader finds before the system's. */
  readonly libraries?: string;
  /** The lock file from which the environment was installed. */
  readonly lockFile: string;
  /** A folder for the files of running sandboxes; created when missing, private to the service. */
  readonly scratch: string;
  /** Folders in which `bwrap` is looked for before the system's own, as in PATH. */
  readonly path?: string;
  /** How many sandboxes may run at once; further calls wait. */
  readonly concurrency: number;
  /** Limits that a request does not set. */
  readonly limits?: Partial<SandboxLimits>;
  /** Limits that the kernel enforces; undefined if only `/proc` is polled. */
  readonly groups?: ControlGroups | null;
  /** The process as whose child sandboxes start, if not this one. */
  readonly user?: ServiceUser;
}

const DERIVATIONS: readonly string[] = ['svc', 'svc_host'];

/** What an execution needs of this machine. */
interface Place {
  readonly python: Interpreter;
  readonly bubblewrap: string;
  readonly filter: Buffer;
  readonly group: ControlGroup | null;
}

/** The runner of one machine: bubblewrap around a Python host. */
export class BubblewrapRunner implements Runner {
  readonly limits: SandboxLimits;
  private readonly places: Semaphore;
  private known: Interpreter | null = null;

  constructor(private readonly config: SandboxConfig) {
    this.limits = { ...DEFAULT_LIMITS, ...config.limits };
    this.places = new Semaphore(config.concurrency);
  }

  /** Waits for a place, prepares it, and cleans up whatever happened. */
  async execute(execution: Execution): Promise<HostEnding> {
    const signal = execution.signal ?? new AbortController().signal;
    try {
      return await this.places.hold(signal, async () => {
        const place = await this.place(execution);
        if (typeof place === 'string') return nothingRan({ kind: 'unavailable', detail: place });
        return inScratch(this.config.scratch, place.group, (scratch) => this.start(execution, place, scratch, signal));
      });
    } catch (error) {
      if (signal.aborted) return nothingRan({ kind: 'withdrawn' });
      throw error;
    }
  }

  async environment(): Promise<Environment> {
    const python = await this.interpreter();
    if (python instanceof Error) throw python;
    return environmentOf(python, this.config.lockFile);
  }

  private start(
    { order, mounts, limits, output, variation = {}, onFrame }: Execution,
    { python, bubblewrap, filter, group }: Place,
    scratch: ScratchFolder,
    signal: AbortSignal,
  ): Promise<HostEnding> {
    const { hostSources, hostPackages = DERIVATIONS, libraries, user = thisUser() } = this.config;
    const inputs = mounts.map((it) => it.path);
    const command = hostCommand(
      { bubblewrap, python, hostSources, hostPackages, libraries, results: scratch.results, inputs, user, variation },
      limits,
    );
    return HostProcess.run({
      command: group?.enter(command) ?? command,
      group,
      seccomp: filter,
      limits,
      signal,
      output,
      onFrame,
      order: { ...order, inputs: Object.fromEntries(mounts.map(({ name }, i) => [name, inputPath(i)])) },
      take: (file) => scratch.take(file),
    });
  }

  /** Everything that must be there before anything starts; or what is not. */
  private async place({ limits, environment }: Execution): Promise<Place | string> {
    const architecture = supportedArchitecture(process.arch);
    if (architecture === null) return `no system-call filter is written for ${process.arch}`;
    const python = await this.interpreter();
    if (python instanceof Error) return `its Python cannot be started: ${python.message}`;
    const bubblewrap = findBubblewrap(this.config.path ?? '');
    if (bubblewrap === null) return 'bubblewrap is missing. Install it: apt-get install bubblewrap';
    if (environment !== undefined && environment !== (await this.environment()).hash)
      return `the environment ${environment} is not installed here`;
    const group = this.group(limits);
    if (group instanceof Error) return `its control group cannot be made: ${group.message}`;
    return { python, bubblewrap, filter: seccompFilter(architecture), group };
  }

  private group(limits: SandboxLimits): ControlGroup | Error | null {
    try {
      return this.config.groups?.make(groupLimits(limits)) ?? null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private async interpreter(): Promise<Interpreter | Error> {
    try {
      return (this.known ??= await findInterpreter(this.config.python));
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

async function inScratch<Outcome>(
  parent: string,
  group: ControlGroup | null,
  work: (scratch: ScratchFolder) => Promise<Outcome>,
): Promise<Outcome> {
  let scratch: ScratchFolder | null = null;
  try {
    scratch = await ScratchFolder.create(parent);
    return await work(scratch);
  } finally {
    await group?.remove();
    await scratch?.remove();
  }
}
