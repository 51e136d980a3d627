import { join } from 'node:path';
import { ProblemError } from '@svc/contracts';
import { createTrainer, type Engine, type Enforcement, GROUP_OF_ENGINE, installGroup, type Trainer } from '@svc/runner';
import type { Engines } from '../engine.ports';

export interface InstalledEnginesOptions {
  /** The folder with `provision.py`; undefined where this service runs no engines. */
  readonly sources: string | undefined;
  /** The folder for environments, and for the files of running sandboxes. */
  readonly environments: string;
  readonly scratch: string;
  /** Variables for pip: the index to use, proxies, certificates. */
  readonly pip: Readonly<Record<string, string>>;
  /** Where `bwrap` is looked for. */
  readonly path: string;
  readonly concurrency: number;
  readonly groups: Enforcement['groups'];
}

/** Engines in the sandbox of this machine; an environment is installed when the first training needs it. */
export class InstalledEngines implements Engines {
  constructor(private readonly options: InstalledEnginesOptions) {}

  async open(engine: Engine, onProgress: (line: string) => void, signal: AbortSignal): Promise<Pick<Trainer, 'train'>> {
    const { sources, environments, scratch, pip, path, concurrency, groups } = this.options;
    if (sources === undefined)
      throw new ProblemError(
        'training-failed',
        'This installation has no engines: set SVC_PYTHON_SOURCES of model-service.',
      );
    const group = GROUP_OF_ENGINE[engine];
    const installed = await installGroup({ group, sources, environments, environment: pip, onProgress, signal }).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        const why = error instanceof Error ? error.message : String(error);
        throw new ProblemError('training-failed', `The engine could not be installed. ${why.slice(0, 1000)}`);
      },
    );
    return createTrainer({
      ...installed,
      hostSources: sources,
      scratch: join(scratch, 'sandboxes'),
      path,
      concurrency,
      groups,
    });
  }
}
