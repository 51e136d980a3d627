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

export interface GroupInstallation {
  readonly group: EngineGroup;
  /** The Python that makes the environment: 3.11 or later, with venv. */
  readonly python?: string;
  /** The folder with `provision.py`. */
  readonly sources: string;
  /** The folder that holds the environments; the group's has its name. */
  readonly environments: string;
  /** What pip needs of the service's environment, such as the index to use. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A line that says what happens. */
  readonly onProgress?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Installs a group on its first use and answers its Python and its lock file. Quick when it is complete; several callers
 * at once, also of several processes, wait for the first. Rejects with what is missing and the next step.
 */
export async function installGroup(
  request: GroupInstallation,
): Promise<{ readonly python: string; readonly lockFile: string }> {
  const { group, sources, environments, python = 'python3', environment = {}, onProgress, signal } = request;
  signal?.throwIfAborted();
  const target = path.join(environments, group);
  const child = SupervisedChild.start(
    {
      command: [python, path.join(sources, 'provision.py'), target, '--group', group],
      environment: { PATH: SYSTEM_PATH, ...environment },
      filter: null,
      group: null,
    },
    { stdio: ['ignore', 'ignore', 'pipe'], ownGroup: true },
  );
  const stop = (): void => child.kill();
  signal?.addEventListener('abort', stop, { once: true });
  const said = listen(child.stream(2), onProgress);
  const ending = await child.ended;
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  if (ending.code !== 0) throw new Error(`${group} cannot be installed: ${said() || endingText(ending)}`);
  return { python: path.join(target, 'bin/python'), lockFile: path.join(sources, 'requirements', `${group}.txt`) };
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
