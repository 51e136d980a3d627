import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverEnvironment } from './config';
import { requireProgram } from './find-program';
import { startPrivateServer, type PrivateServer } from './private-server';
import { scratchDirectory } from './scratch-directory';
import { tiedToParent, type ServerCommand } from './server-command';

/** The configuration of a private Redis: on disk, never evicting, because queues live in it. */
export function redisConfiguration(directory: string, password?: string): string {
  const lines = [
    'bind 127.0.0.1',
    `dir "${directory}"`,
    'save ""',
    'appendonly yes',
    'maxmemory-policy noeviction',
    'daemonize no',
    'tcp-backlog 128',
  ];
  if (password !== undefined) lines.push(`requirepass ${password}`);
  return `${lines.join('\n')}\n`;
}

/** Runs Redis with the given configuration file. */
export function redisCommand(program: string, configuration: string, port: number): ServerCommand {
  return {
    name: 'redis',
    program,
    args: [configuration, '--port', String(port)],
    env: serverEnvironment(),
    ready: /Ready to accept connections/,
    stopSignal: 'SIGTERM',
    deathSignal: 'SIGKILL',
  };
}

/** A private Redis with an append-only file. */
export async function startRedis(): Promise<PrivateServer> {
  const program = requireProgram('redis-server');
  const directory = scratchDirectory('redis');
  const configuration = join(directory, 'redis.conf');
  writeFileSync(configuration, redisConfiguration(directory), { mode: 0o600 });
  return startPrivateServer({
    directory,
    command: (port) => redisCommand(program, configuration, port),
    commandLine: tiedToParent,
    url: (port) => `redis://127.0.0.1:${port}`,
  });
}
