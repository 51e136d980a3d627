import { describeProject } from './describe-project';
import { runDerivation } from './run-derivation';
import type { Runner } from '../runner';
import type { Sandbox } from './sandbox';

/** Derivations on a runner, whatever its walls are made of. */
export function sandboxOn(runner: Runner): Sandbox {
  let proven = false;
  return {
    describeProject: (request) => describeProject(runner, request),
    runDerivation: (request) => runDerivation(runner, request),
    environment: () => runner.environment(),
    async isolationProblem() {
      if (proven) return null;
      const outcome = await describeProject(runner, { files: {} });
      proven = outcome.outcome === 'described';
      return outcome.outcome === 'failed' ? outcome.message : null;
    },
  };
}
