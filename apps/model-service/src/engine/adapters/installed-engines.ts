import { join } from 'node:path';
import { ProblemError } from '@svc/contracts';
import {
  createTrainer,
  type Enforcement,
  fetchWeights,
  GROUP_OF_ENGINE,
  installGroup,
  type Trainer,
} from '@svc/runner';
import type { Engines, WantedEngine } from '../engine.ports';

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

const NO_ENGINES = 'This installation runs no engines: its operator has not set SVC_PYTHON_SOURCES of model-service.';

/** Engines in the sandbox of this machine; an environment is installed when the first training needs it. */
export class InstalledEngines implements Engines {
  constructor(private readonly options: InstalledEnginesOptions) {}

  missing(): string | null {
    return this.options.sources === undefined ? NO_ENGINES : null;
  }

  async open(
    { engine, task }: WantedEngine,
    onProgress: (line: string) => void,
    signal: AbortSignal,
  ): Promise<Pick<Trainer, 'train'>> {
    const { sources, environments, scratch, pip: environment, path, concurrency, groups } = this.options;
    if (sources === undefined) throw new ProblemError('training-failed', NO_ENGINES);
    const how = { sources, environment, onProgress, signal };
    try {
      const installed = await installGroup({ group: GROUP_OF_ENGINE[engine], environments, ...how });
      const sandboxes = { scratch: join(scratch, 'sandboxes'), path, concurrency, groups };
      const trainer = createTrainer({ ...installed, hostSources: sources, ...sandboxes });
      if (engine !== 'foundation') return trainer;
      const weightsPath = await fetchWeights({
        ...how,
        python: installed.python,
        task: task === 'regression' ? task : 'classification',
        cache: join(environments, 'weights'),
      });
      return { train: (request) => trainer.train({ ...request, weightsPath }) };
    } catch (error) {
      signal.throwIfAborted();
      const why = error instanceof Error ? error.message : String(error);
      throw new ProblemError('training-failed', `The engine could not be prepared. ${why.slice(0, 1000)}`, {
        cause: error,
      });
    }
  }
}
