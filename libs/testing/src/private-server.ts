import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port';
import { ServerProcess } from './server-process';
import type { CommandLine, ServerCommand } from './server-command';

/** Ends what hangs; how fast the machine is decides no test. */
const READY_WITHIN_MS = 300_000;
const PORT_ATTEMPTS = 5;
/** After SIGKILL the remains of the old server (its shared memory, its lock file) may need a moment to go. */
const RESTART_ATTEMPTS = 40;
const RESTART_PAUSE_MS = 250;

/** A real server of our own on a free loopback port. It ends when the test process ends, however that ends. */
export interface PrivateServer {
  /** With credentials, as the product's environment variables take it. */
  readonly url: string;
  readonly port: number;
  /** Its data and configuration. */
  readonly directory: string;
  /** Of the process that runs now; changes on restart. */
  readonly pid: number;
  /** The newest output of the process that runs now. */
  readonly log: string;
  /** Stops it in good order and removes its data. */
  stop(): Promise<void>;
  /** SIGKILL, also of its worker processes: nothing is flushed, nobody is told. Data stay; `restart` brings it back. */
  kill(): Promise<void>;
  /** Starts it again on the same port with the same data; a running one is stopped in good order first. */
  restart(): Promise<void>;
}

export interface PrivateServerParts {
  readonly directory: string;
  /** The command for a port; called again with another when somebody took the first. */
  command(port: number): ServerCommand;
  /** Its final command line: tied to its parent, run by the right user. */
  commandLine(command: ServerCommand): CommandLine;
  url(port: number): string;
}

async function launch(parts: PrivateServerParts, port: number): Promise<ServerProcess> {
  const command = parts.command(port);
  const server = ServerProcess.spawn(command.name, parts.commandLine(command), command.env, parts.directory);
  try {
    await server.until(() => command.ready.test(server.log), READY_WITHIN_MS);
  } catch (error) {
    await server.end('SIGKILL');
    throw error;
  }
  return server;
}

async function launchOnFreePort(parts: PrivateServerParts): Promise<{ port: number; server: ServerProcess }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      return { port, server: await launch(parts, port) };
    } catch (error) {
      if (attempt === PORT_ATTEMPTS || !/address already in use/i.test(String(error))) throw error;
    }
  }
}

async function relaunch(parts: PrivateServerParts, port: number): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(parts, port);
    } catch (error) {
      if (attempt === RESTART_ATTEMPTS) throw error;
      await delay(RESTART_PAUSE_MS);
    }
  }
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended with its parent.
  }
}

/** Starts the server that `parts` describe and waits until it takes connections. */
export async function startPrivateServer(parts: PrivateServerParts): Promise<PrivateServer> {
  const launched = await launchOnFreePort(parts);
  const { port } = launched;
  let { server } = launched;
  const stopSignal = parts.command(port).stopSignal;
  return {
    url: parts.url(port),
    port,
    directory: parts.directory,
    get pid() {
      return server.pid;
    },
    get log() {
      return server.log;
    },
    async stop() {
      await server.end(stopSignal);
      rmSync(parts.directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
    async kill() {
      const workers = childrenOf(server.pid);
      await server.end('SIGKILL');
      for (const worker of workers) killIfRunning(worker);
    },
    async restart() {
      await server.end(stopSignal);
      server = await relaunch(parts, port);
    },
  };
}
