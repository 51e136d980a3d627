import type { ControlGroup } from './control-group';
import type { ControlGroups } from './control-groups';
import { describeProject } from './describe-project';
import { failed, type Failure } from './failure';
import { findBubblewrap } from './find-bubblewrap';
import { groupLimits, hostCommand } from './host-command';
import type { HostStart } from './host-process';
import { environmentOf, findInterpreter, type Interpreter } from './interpreter';
import { DEFAULT_LIMITS, type SandboxLimits } from './limits';
import { runDerivation } from './run-derivation';
import type { DescribeOutcome, RunOutcome, RunTrace } from './run-outcome';
import type { DescribeRequest, Environment, RunRequest, Sandbox } from './sandbox';
import { ScratchFolder } from './scratch-folder';
import { seccompFilter, supportedArchitecture } from './seccomp-filter';
import { Semaphore } from './semaphore';
import { type ServiceUser, thisUser } from './service-user';

export interface SandboxConfig {
  /** The Python of the locked environment, for instance `.svc/python/bin/python`. */
  readonly python: string;
  /** The folder that holds the packages `svc` and `svc_host`. */
  readonly hostSources: string;
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

const NOTHING_RAN: RunTrace = { stdout: '', stderr: '', duration_ms: 0, peak_rss_bytes: null };
type Prepared = Omit<HostStart, 'onFrame' | 'order' | 'output'>;
type Refused = RunTrace & Failure;

/** The sandbox of this machine: bubblewrap around a Python host. */
export function createSandbox(config: SandboxConfig): Sandbox {
  return new BubblewrapSandbox(config);
}

class BubblewrapSandbox implements Sandbox {
  private readonly places: Semaphore;
  private known: Interpreter | null = null;
  private proven = false;

  constructor(private readonly config: SandboxConfig) {
    this.places = new Semaphore(config.concurrency);
  }

  describeProject(request: DescribeRequest): Promise<DescribeOutcome> {
    return this.isolated(request, { inputs: [] }, (start) =>
      describeProject(request.files, { ...start, output: null }),
    );
  }

  runDerivation(request: RunRequest): Promise<RunOutcome> {
    return this.isolated(request, request, (start, scratch) => runDerivation(request, scratch, start));
  }

  async environment(): Promise<Environment> {
    const python = await this.interpreter();
    if (python instanceof Error) throw python;
    return environmentOf(python, this.config.lockFile);
  }

  async isolationProblem(): Promise<string | null> {
    if (this.proven) return null;
    const outcome = await this.describeProject({ files: {} });
    this.proven = outcome.outcome === 'described';
    return outcome.outcome === 'failed' ? outcome.message : null;
  }

  /** Waits for a place, prepares a sandbox, and cleans up whatever happened. */
  private async isolated<Outcome>(
    request: { readonly limits?: Partial<SandboxLimits>; readonly signal?: AbortSignal },
    { inputs, variation = {} }: Pick<RunRequest, 'inputs' | 'variation'>,
    work: (start: Prepared, scratch: ScratchFolder) => Promise<Outcome>,
  ): Promise<Outcome | Refused> {
    const signal = request.signal ?? new AbortController().signal;
    const limits = { ...DEFAULT_LIMITS, ...this.config.limits, ...request.limits };
    const architecture = supportedArchitecture(process.arch);
    if (architecture === null) return unavailable(`no system-call filter is written for ${process.arch}`);
    try {
      return await this.places.hold(signal, async () => {
        const python = await this.interpreter();
        if (python instanceof Error) return unavailable(`its Python cannot be started: ${python.message}`);
        const bubblewrap = findBubblewrap(this.config.path ?? '');
        if (bubblewrap === null) return unavailable('bubblewrap is missing. Install it: apt-get install bubblewrap');
        const group = this.group(limits);
        if (group instanceof Error) return unavailable(`its control group cannot be made: ${group.message}`);
        return await inScratch(this.config.scratch, group, (scratch) => {
          const command = hostCommand(
            {
              bubblewrap,
              python,
              hostSources: this.config.hostSources,
              results: scratch.results,
              inputs: inputs.map(({ parquetPath }) => parquetPath),
              user: this.config.user ?? thisUser(),
              variation,
            },
            limits,
          );
          const started = group?.enter(command) ?? command;
          return work({ command: started, group, seccomp: seccompFilter(architecture), limits, signal }, scratch);
        });
      });
    } catch (error) {
      if (signal.aborted) return { ...failed('cancelled', 'It was cancelled before it started.'), ...NOTHING_RAN };
      throw error;
    }
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

function unavailable(detail: string): Refused {
  return {
    ...failed('isolation-unavailable', `Derivations cannot be isolated on this machine: ${detail}.`),
    ...NOTHING_RAN,
  };
}
