import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { appEnvironment } from './config';
import { unpackedIn } from './find-program';
import { freePort } from './free-port';
import { tiedToParent } from './server-command';
import { ServerProcess } from './server-process';

const APPS = resolve(__dirname, '..', '..', '..', 'apps');
/** Ends what hangs; how fast the machine is decides no test. */
const READY_WITHIN_MS = 300_000;
const POLL_MS = 50;

/** A built app running as its own process. */
export interface RunningService {
  /** Base address of its HTTP port (`/health/ready`, `/metrics`; of the gateway, the API). */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** The newest output, JSON lines. */
  readonly log: string;
  readonly running: boolean;
  /** SIGTERM, and waits for it to finish. */
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on the same port; a running one is stopped first. */
  restart(): Promise<void>;
}

export interface ServiceOptions {
  /** Laid over PATH, HOME and NODE_ENV; nothing else is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Resolve once the process runs, though it may not be ready; its readiness is then the test's subject. */
  readonly awaitReady?: boolean;
}

async function answersReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

async function untilReady(app: string, server: ServerProcess, url: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await answersReady(url))) {
    if (!server.running) throw new Error(`${app} ended before it was ready:\n${server.log}`);
    if (Date.now() > deadline) throw new Error(`${app} was not ready in ${READY_WITHIN_MS} ms:\n${server.log}`);
    await delay(POLL_MS);
  }
}

async function launch(app: string, entry: string, port: number, options: ServiceOptions): Promise<ServerProcess> {
  const env = { ...appEnvironment(unpackedIn().programs), SVC_HTTP_PORT: String(port), ...options.env };
  const server = ServerProcess.spawn(
    app,
    tiedToParent({ program: process.execPath, args: [entry], deathSignal: 'SIGKILL' }),
    env,
  );
  try {
    await server.until(() => true, READY_WITHIN_MS);
    if (options.awaitReady ?? true) await untilReady(app, server, `http://127.0.0.1:${port}`);
  } catch (error) {
    await server.end('SIGKILL');
    throw error;
  }
  return server;
}

/** The built program of an app: what its package.json calls `main`. */
function entryOf(app: string): string {
  const folder = join(APPS, app);
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const main = typeof manifest === 'object' && manifest !== null && 'main' in manifest ? manifest.main : undefined;
  if (typeof main !== 'string') throw new Error(`apps/${app}/package.json has no "main"`);
  const entry = join(folder, main);
  if (!existsSync(entry)) throw new Error(`apps/${app} is not built: npx nx build @svc/${app}`);
  return entry;
}

/** Runs a built app on a free port and waits until `/health/ready` says 200. */
export async function startService(app: string, options: ServiceOptions): Promise<RunningService> {
  const entry = entryOf(app);
  const port = await freePort();
  let server = await launch(app, entry, port, options);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    get pid() {
      return server.pid;
    },
    get log() {
      return server.log;
    },
    get running() {
      return server.running;
    },
    stop: () => server.end('SIGTERM'),
    kill: () => server.end('SIGKILL'),
    async restart() {
      await server.end('SIGTERM');
      server = await launch(app, entry, port, options);
    },
  };
}
