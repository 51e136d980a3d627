import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { endingText, installGroup, SupervisedChild } from '@svc/runner';
import { answersAt } from './ask-over-socket';

export interface MlflowOptions {
  /** The folder with `provision.py` and `svc_tracking`. */
  readonly sources: string;
  /** The folder for environments. */
  readonly environments: string;
  readonly databaseUrl: string;
  /** The folder for artifacts. */
  readonly artifacts: string;
  /** Where it is mounted: `/ml-tracking`. */
  readonly prefix: string;
}

/** One that runs: where it listens, and how it ends. */
export interface RunningMlflow {
  readonly socket: string;
  /** Resolves when its process has ended and its socket is gone. */
  readonly ended: Promise<string>;
  stop(): void;
}

const ASK_EVERY_MS = 100;
/** Importing takes seconds, and a first start creates its tables; of a machine with much else to do, too. */
const READY_WITHIN_MS = 180_000;
const MAX_WORDS = 2_000;

/**
 * Installs MLflow on its first use, starts it, and answers when it takes requests. It listens on a socket in a folder that
 * only this user may enter, and the kernel ends it with this process. Rejects with the reason, and nothing left running.
 */
export async function startMlflow(
  options: MlflowOptions,
  onProgress: (line: string) => void,
  signal: AbortSignal,
): Promise<RunningMlflow> {
  const { sources, environments } = options;
  onProgress('is being installed');
  const { python } = await installGroup({ group: 'ml-tracking', sources, environments, onProgress, signal });
  onProgress('is starting');
  // In the system's folder: the name of a socket may have 107 bytes only.
  const folder = await mkdtemp(join(tmpdir(), 'svc-tracking-'));
  const running = launch(python, join(folder, 'mlflow.sock'), options);
  signal.addEventListener('abort', () => running.stop(), { once: true });
  const ended = running.ended.finally(() => rm(folder, { recursive: true, force: true }));
  const outcome = await Promise.race([
    untilReady(running.socket, options.prefix),
    ended.then((how) => new Error(`It ended while it started: ${how}`)),
  ]).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  if (outcome === null) return { ...running, ended };
  running.stop();
  await ended;
  throw outcome;
}

function launch(python: string, socket: string, options: MlflowOptions): RunningMlflow {
  const child = SupervisedChild.start(
    {
      // -W: MLflow's own use of old names is nobody's concern here.
      command: [python, '-W', 'ignore', '-m', 'svc_tracking', socket, options.prefix],
      environment: {
        PYTHONPATH: options.sources,
        PYTHONDONTWRITEBYTECODE: '1',
        LANG: 'C.UTF-8',
        SVC_TRACKING_DATABASE_URL: options.databaseUrl,
        SVC_TRACKING_ARTIFACTS: options.artifacts,
      },
      filter: null,
      group: null,
    },
    { stdio: ['ignore', 'ignore', 'pipe'], ownGroup: true, cwd: options.sources },
  );
  let words = '';
  const stderr = child.stream(2);
  if (stderr instanceof Readable)
    stderr.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-MAX_WORDS)));
  return {
    socket,
    ended: child.ended.then((ending) => lastLine(words) ?? endingText(ending)),
    stop: () => child.kill(),
  };
}

/** Null once it answers, or why it is not waited for any longer. */
async function untilReady(socket: string, prefix: string): Promise<Error | null> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (await answersAt(socket, `${prefix}/health`)) return null;
    await delay(ASK_EVERY_MS);
  }
  return new Error(`It did not answer within ${READY_WITHIN_MS / 1000} s.`);
}

/** What a Python program says of its end. */
function lastLine(text: string): string | undefined {
  return text.trim().split('\n').at(-1)?.trim().slice(0, 500) || undefined;
}
