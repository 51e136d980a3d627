import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverEnvironment } from './config';
import { requireProgram } from './find-program';
import { startPrivateServer, type PrivateServer } from './private-server';
import { scratchDirectory } from './scratch-directory';
import { tiedToParent, type ServerCommand } from './server-command';

/** Runs NATS on loopback with the given configuration file. */
export function natsCommand(program: string, configuration: string, port: number): ServerCommand {
  return {
    name: 'nats',
    program,
    args: ['--addr', '127.0.0.1', '--port', String(port), '--config', configuration],
    // Its threads wake each other for every message; beside those who talk over it, one passes more of them than several.
    env: { ...serverEnvironment(), GOMAXPROCS: '1' },
    ready: /Server is ready/,
    stopSignal: 'SIGTERM',
    deathSignal: 'SIGKILL',
  };
}

export interface NatsOptions {
  /** The text of its configuration file, for instance users and their permissions; empty lets everybody do everything. */
  readonly configuration?: string;
}

/** A private NATS server. */
export async function startNats(options: NatsOptions = {}): Promise<PrivateServer> {
  const program = requireProgram('nats-server');
  const directory = scratchDirectory('nats');
  const configuration = join(directory, 'nats.conf');
  writeFileSync(configuration, options.configuration ?? '', { mode: 0o600 });
  return startPrivateServer({
    directory,
    command: (port) => natsCommand(program, configuration, port),
    commandLine: tiedToParent,
    url: (port) => `nats://127.0.0.1:${port}`,
  });
}
