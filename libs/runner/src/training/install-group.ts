import path from 'node:path';
import { Readable } from 'node:stream';
import { SYSTEM_PATH } from '../bubblewrap/find-bubblewrap';
import { endingText, SupervisedChild } from '../child/supervised-child';
import type { Engine } from '../host/training-frames';

/** A lock file of `python/requirements`, installed as an environment of its own. */
export type EngineGroup = 'ml-core' | 'ml-stack' | 'ml-foundation' | 'ml-tracking';

export const GROUP_OF_ENGINE: Readonly<Record<Engine, EngineGroup>> = {
  automl_light: 'ml-core',
  tuner: 'ml-core',
  ensemble: 'ml-core',
  automl_stack: 'ml-stack',
  foundation: 'ml-foundation',
};

export interface GroupInstallation extends ToolRun {
  readonly group: EngineGroup;
  /** The Python that makes the environment: 3.11 or later, with venv. */
  readonly python?: string;
  /** The folder with `provision.py`. */
  readonly sources: string;
  /** The folder that holds the environments; the group's has its name. */
  readonly environments: string;
}

/**
 * Installs a group on its first use and answers its Python and its lock file. Quick when it is complete; several callers
 * at once, also of several processes, wait for the first. Rejects with what is missing and the next step.
 */
export async function installGroup(
  request: GroupInstallation,
): Promise<{ readonly python: string; readonly lockFile: string }> {
  const { group, sources, environments, python = 'python3' } = request;
  const target = path.join(environments, group);
  const done = await runTool([python, path.join(sources, 'provision.py'), target, '--group', group], request);
  if (done.failed) throw new Error(`${group} cannot be installed: ${done.said}`);
  return { python: path.join(target, 'bin/python'), lockFile: path.join(sources, 'requirements', `${group}.txt`) };
}

export interface WeightsRequest extends ToolRun {
  /** Of the group `ml-foundation`. */
  readonly python: string;
  readonly sources: string;
  readonly task: 'classification' | 'regression';
  /** Where they are kept, as the hub's own cache. */
  readonly cache: string;
}

/** The file of the foundation model's weights: from the cache, else from the hub. Rejects with what to do. */
export async function fetchWeights(request: WeightsRequest): Promise<string> {
  const { python, sources, task, cache, environment = {} } = request;
  const done = await runTool([python, '-m', 'svc_engines.weights', task, '--cache', cache], {
    ...request,
    environment: { ...environment, PYTHONPATH: sources, HF_HOME: cache },
  });
  if (done.failed) throw new Error(`The weights are not there: ${done.said}`);
  return done.answer.trim();
}

interface ToolRun {
  /** What pip or the hub need of the service's environment, such as the index to use. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A line that says what happens. */
  readonly onProgress?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** Runs one of our own programs, with the network and without walls: what it answers on stdout and says on stderr. */
async function runTool(command: readonly string[], { environment = {}, onProgress, signal }: ToolRun) {
  signal?.throwIfAborted();
  const child = SupervisedChild.start(
    { command, environment: { PATH: SYSTEM_PATH, ...environment }, filter: null, group: null },
    { stdio: ['ignore', 'pipe', 'pipe'], ownGroup: true },
  );
  const stop = (): void => child.kill();
  signal?.addEventListener('abort', stop, { once: true });
  const answer = listen(child.stream(1));
  const said = listen(child.stream(2), onProgress);
  const ending = await child.ended;
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  return { failed: ending.code !== 0, answer: answer(), said: said() || endingText(ending) };
}

/** Passes whole lines on, and answers the last of what was said. */
function listen(stream: unknown, onLine: (line: string) => void = () => undefined): () => string {
  let all = '';
  let rest = '';
  if (stream instanceof Readable)
    stream.on('data', (chunk: Buffer) => {
      all = (all + chunk.toString()).slice(-4_000);
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') onLine(line);
    });
  return () => all.trim();
}
