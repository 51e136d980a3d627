import { describeProject } from './describe-project';
import { failed } from './failure';
import { hostCommand } from './host-command';
import type { HostStart } from './host-process';
import { environmentOf, findInterpreter, type Interpreter } from './interpreter';
import { DEFAULT_LIMITS, type SandboxLimits } from './limits';
import { runDerivation } from './run-derivation';
import type { RunTrace } from './run-outcome';
import type { Sandbox } from './sandbox';
import { ScratchFolder } from './scratch-folder';
import { type SeccompArchitecture, seccompFilter } from './seccomp-filter';
import { Semaphore } from './semaphore';

export interface SandboxConfig {
  /** The Python of the locked environment, for instance `.svc/python/bin/python`. */
  readonly python: string;
  /** The folder that holds the packages `svc` and `svc_host`. */
  readonly hostSources: string;
  /** The lock file from which the environment was installed. */
  readonly lockFile: string;
  /** A folder for the files of running sandboxes; created when missing, private to the service. */
  readonly scratch: string;
  /** How many sandboxes may run at once; further calls wait. */
  readonly concurrency: number;
  /** Limits that a request does not set. */
  readonly limits?: Partial<SandboxLimits>;
}

const NOTHING_RAN: RunTrace = { stdout: '', stderr: '', duration_ms: 0, peak_rss_bytes: null };
type Prepared = Omit<HostStart, 'onFrame' | 'order' | 'outputFd' | 'inputFds'>;

/** The sandbox of this machine: bubblewrap around a Python host. */
export function createSandbox(config: SandboxConfig): Sandbox {
  const places = new Semaphore(config.concurrency);
  let known: Interpreter | null = null;
  let proven = false;

  const interpreter = async (): Promise<Interpreter | Error> => {
    try {
      return (known ??= await findInterpreter(config.python));
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  };

  /** Waits for a place, prepares the sandbox, and cleans up whatever happened. */
  const isolated = async <Outcome>(
    request: { readonly limits?: Partial<SandboxLimits>; readonly signal?: AbortSignal },
    work: (start: Prepared, scratch: ScratchFolder) => Promise<Outcome>,
  ) => {
    const signal = request.signal ?? new AbortController().signal;
    const limits = { ...DEFAULT_LIMITS, ...config.limits, ...request.limits };
    const architecture = supportedArchitecture(process.arch);
    if (architecture === null) return unavailable(`no system-call filter is written for ${process.arch}`);
    try {
      return await places.hold(signal, async () => {
        const scratch = await ScratchFolder.create(config.scratch);
        try {
          const python = await interpreter();
          if (python instanceof Error) return unavailable(`its Python cannot be started: ${python.message}`);
          const command = hostCommand(python, config.hostSources, scratch.results, limits);
          return await work({ command, seccomp: seccompFilter(architecture), limits, signal }, scratch);
        } finally {
          await scratch.remove();
        }
      });
    } catch (error) {
      if (signal.aborted) return { ...failed('cancelled', 'It was cancelled before it started.'), ...NOTHING_RAN };
      throw error;
    }
  };

  const sandbox: Sandbox = {
    describeProject: (request) =>
      isolated(request, (start) => describeProject(request.files, { ...start, outputFd: null, inputFds: [] })),
    runDerivation: (request) => isolated(request, (start, scratch) => runDerivation(request, scratch, start)),
    environment: async () => {
      const python = await interpreter();
      if (python instanceof Error) throw python;
      return environmentOf(python, config.lockFile);
    },
    isolationProblem: async () => {
      if (proven) return null;
      const outcome = await sandbox.describeProject({ files: {} });
      proven = outcome.outcome === 'described';
      return outcome.outcome === 'failed' ? outcome.message : null;
    },
  };
  return sandbox;
}

function unavailable(detail: string) {
  return { ...failed('isolation-unavailable', `Derivations cannot be isolated on this machine: ${detail}.`), ...NOTHING_RAN };
}

function supportedArchitecture(architecture: string): SeccompArchitecture | null {
  return architecture === 'x64' || architecture === 'arm64' ? architecture : null;
}
