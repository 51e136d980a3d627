import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverEnvironment } from './config';
import { findPostgresDirectories, MissingProgram } from './find-program';
import { ordinaryUser } from './ordinary-user';
import { startPrivateServer, type PrivateServer } from './private-server';
import { scratchDirectory } from './scratch-directory';
import { tiedToParent, type ServerCommand } from './server-command';

/** The superuser of a private cluster. */
const SUPERUSER = 'svc';

/**
 * Makes a new cluster in `data` whose superuser `svc` has `password`; connections are by password only. Without `fsync`
 * a crash of the machine soon after may spoil it.
 */
export function initialisePostgres(binaries: string, data: string, password: string, fsync = true): void {
  const user = ordinaryUser();
  mkdirSync(data, { recursive: true, mode: 0o700 });
  user.own(data);
  const passwordFile = join(data, '..', `.password-${randomBytes(6).toString('hex')}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  user.own(passwordFile);
  const [program, ...args] = user.run([
    join(binaries, 'initdb'),
    '--pgdata',
    data,
    '--username',
    SUPERUSER,
    '--pwfile',
    passwordFile,
    '--auth',
    'scram-sha-256',
    '--encoding',
    'UTF8',
    '--locale',
    'C',
    ...(fsync ? [] : ['--no-sync']),
  ]);
  const made = spawnSync(program, args, { env: serverEnvironment(), encoding: 'utf8' });
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
}

/** Runs the cluster in `data` on loopback TCP only. Without `fsync` a crash of the machine, though not of Postgres, may lose it. */
export function postgresCommand(binaries: string, data: string, port: number, fsync = true): ServerCommand {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'jit=off',
    'shared_buffers=64MB',
  ];
  if (!fsync) settings.push('fsync=off', 'full_page_writes=off');
  return {
    name: 'postgres',
    program: join(binaries, 'postgres'),
    args: ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    env: serverEnvironment(),
    ready: /database system is ready to accept connections/,
    stopSignal: 'SIGINT',
    // "Immediate shutdown": unlike SIGKILL it ends the backends and frees the shared memory too.
    deathSignal: 'SIGQUIT',
  };
}

export interface PostgresOptions {
  /** Survive a crash of the machine; off is faster. On by default. */
  readonly fsync?: boolean;
}

/** A private Postgres; its URL names the superuser and the database `postgres`. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PrivateServer> {
  const [binaries] = findPostgresDirectories();
  if (binaries === undefined) throw new MissingProgram('postgres', 'postgresql');
  const directory = scratchDirectory('postgres');
  const data = join(directory, 'data');
  const password = randomBytes(12).toString('hex');
  const user = ordinaryUser();
  user.own(directory);
  initialisePostgres(binaries, data, password, options.fsync);
  return startPrivateServer({
    directory,
    command: (port) => postgresCommand(binaries, data, port, options.fsync),
    commandLine: (command) => user.run(tiedToParent(command)),
    url: (port) => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
  });
}
