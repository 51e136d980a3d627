import { BubblewrapRunner, type SandboxConfig } from '../bubblewrap-runner';
import type { Runner } from '../runner';
import { scoreRows } from './score-rows';
import { trainModel } from './train-model';
import type { Trainer } from './trainer';

/** What the host of an engine needs of our own Python: nothing that authors import. */
const ENGINE_PACKAGES = ['svc', 'svc_host', 'svc_engines'];

/** Where `provision.py` links what wheels of engines leave to the system, such as OpenMP. */
const ENGINE_LIBRARIES = 'openmp.libs';

/** Trainings on a runner, whatever its walls are made of. */
export function trainerOn(runner: Runner): Trainer {
  return {
    train: (request) => trainModel(runner, request),
    score: (request) => scoreRows(runner, request),
    environment: () => runner.environment(),
  };
}

/** The trainer of this machine for one group of engines: `python` and `lockFile` are the group's. */
export function createTrainer(config: Omit<SandboxConfig, 'hostPackages' | 'libraries'>): Trainer {
  return trainerOn(new BubblewrapRunner({ ...config, hostPackages: ENGINE_PACKAGES, libraries: ENGINE_LIBRARIES }));
}
