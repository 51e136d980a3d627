import { execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { packageVersion } from '../measure/package-version';
import { say } from '../measure/say';
import type { Server } from '../request-overhead/servers';
import { ROOT } from '../stack/running-stack';
import { cubeManifest } from './cube-project';

/** Cube's model of the table, and how it is started. */
const FILES = path.join(ROOT, 'benchmarks', 'query-path', 'cube');

export interface CubeServer extends Server {
  readonly token: string;
}

const hello = z.tuple([z.object({ port: z.int(), token: z.string() })]).rest(z.unknown());

/**
 * Installs Cube from the npm registry into a new folder, and answers which. Scripts of packages do not run: the one that
 * matters downloads Cube's native module, which the version chosen does without. Rejects when npm cannot.
 */
export async function installCube(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cube-'));
  try {
    await cp(FILES, folder, { recursive: true });
    await writeFile(path.join(folder, 'package.json'), cubeManifest(packageVersion('@duckdb/node-api')));
    await promisify(execFile)(
      'npm',
      ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1'],
      { cwd: folder, timeout: 600_000 },
    );
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

/** Starts an installed Cube over one Parquet file. It ends with this process at the latest. Rejects when it ends before it listens. */
export async function startCube(folder: string, file: string, threads: string): Promise<CubeServer> {
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    CUBEJS_API_SECRET: randomBytes(32).toString('hex'),
    CUBEJS_SCHEMA_PATH: 'model',
    CUBEJS_LOG_LEVEL: 'error',
    CUBEJS_CACHE_AND_QUEUE_DRIVER: 'memory',
    CUBEJS_REFRESH_WORKER: 'false',
    CUBEJS_TELEMETRY: 'false',
  };
  const child = fork('server.js', [file, threads], { cwd: folder, env, execArgv: [], silent: true });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  child.stdout?.resume();
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`Cube ended with ${String(code)}: ${said}`);
  });
  const [{ port, token }] = hello.parse(await Promise.race([once(child, 'message'), ended]));
  return {
    url: `http://127.0.0.1:${String(port)}`,
    pid: child.pid ?? -1,
    token,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}

/** A peer that cannot be had is no reason to measure nothing. */
export async function installedCube(): Promise<string | null> {
  say('Cube: being installed from the npm registry');
  return installCube().catch((error: unknown) => {
    const lines = String(error).split('\n');
    say(
      `Cube: takes no part, since it cannot be installed: ${lines.find((line) => line.startsWith('npm error')) ?? lines[0] ?? ''}`,
    );
    return null;
  });
}
