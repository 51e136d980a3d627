import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { requireProgram } from '@svc/testing';
import { type ControlGroups, openControlGroups } from './control-group/control-groups';
import { BubblewrapRunner } from './bubblewrap-runner';
import type { ServiceUser } from './bubblewrap/service-user';
import type { SandboxLimits } from './limits';
import type { RunOutcome } from './sandbox/run-outcome';
import type { Runner } from './runner';
import type { RunInput, RunRequest, Sandbox, SqlExecutor } from './sandbox/sandbox';
import { sandboxOn } from './sandbox/sandbox-on';

const ROOT = path.resolve(__dirname, '../../..');
const ENVIRONMENT = path.join(ROOT, '.svc/python');
const MiB = 1024 * 1024;

/** Small enough that a hostile derivation meets them at once; the time is for busy machines. */
const TIGHT: Partial<SandboxLimits> = {
  wallMs: 100_000,
  memoryBytes: 256 * MiB,
  processes: 64,
  scratchBytes: 32 * MiB,
  scratchFiles: 1000,
  outputBytes: 16 * MiB,
  capturedBytes: 4096,
};

const HERE = openControlGroups();

interface RunnerOptions {
  readonly concurrency?: number;
  readonly limits?: Partial<SandboxLimits>;
  readonly path?: string;
  readonly user?: ServiceUser;
  readonly groups?: ControlGroups | null;
}

/** Real sandboxes of this machine, for specs. */
export class SandboxFixture {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'svc-sandbox-'));
  readonly scratch = path.join(this.folder, 'scratch');
  readonly hostSources = path.join(ROOT, 'python');
  readonly python = path.join(ENVIRONMENT, 'bin/python');
  readonly bubblewrap = requireProgram('bwrap', 'bubblewrap');
  private outputs = 0;

  constructor() {
    execFileSync('python3', [path.join(ROOT, 'python/provision.py'), ENVIRONMENT]);
  }

  sandbox(options: RunnerOptions = {}): Sandbox {
    return sandboxOn(this.runner(options));
  }

  runner(options: RunnerOptions = {}): Runner {
    return new BubblewrapRunner({
      python: this.python,
      hostSources: this.hostSources,
      lockFile: path.join(ROOT, 'python/requirements/base.txt'),
      scratch: this.scratch,
      path: options.path ?? path.dirname(this.bubblewrap),
      concurrency: options.concurrency ?? 2,
      limits: options.limits ?? TIGHT,
      groups: options.groups === undefined ? HERE.groups : options.groups,
      ...(options.user === undefined ? {} : { user: options.user }),
    });
  }

  /** A request to run the function `it` of one file. */
  request(source: string, more: Partial<RunRequest> = {}): RunRequest {
    const entry = 'derivations/it.py';
    return {
      files: { [entry]: source },
      entry,
      function: 'it',
      params: {},
      inputs: [],
      outputPath: this.outputPath(),
      sql: queriesOver(more.inputs ?? [], this.folder),
      ...more,
    };
  }

  outputPath(): string {
    this.outputs += 1;
    return path.join(this.folder, `output-${this.outputs}.parquet`);
  }

  /** A Parquet file with the rows of a query. */
  async parquet(sql: string): Promise<string> {
    return (await queriesOver([], this.folder).toParquet(sql, new AbortController().signal)).path;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let answers = 0;

/** Runs statements in this process; the service has a pool for it. */
export function queriesOver(inputs: readonly RunInput[], folder: string): SqlExecutor {
  return {
    toParquet: async (sql) => {
      answers += 1;
      const target = path.join(folder, `answer-${answers}.parquet`);
      const connection = await (await DuckDBInstance.create(':memory:')).connect();
      for (const { name, parquetPath } of inputs)
        await connection.run(`create view "${name}" as from read_parquet('${parquetPath}')`);
      const result = await connection.runAndReadAll(`copy (${sql}) to '${target}' (format parquet)`);
      connection.closeSync();
      return { path: target, rows: Number(result.getRows()[0]?.[0] ?? 0) };
    },
  };
}

/** The rows of a table that a run returned, as JSON values. */
export async function rowsOf(outcome: RunOutcome): Promise<unknown> {
  if (outcome.outcome !== 'succeeded' || outcome.output.kind !== 'table')
    throw new Error(`no table: ${JSON.stringify(outcome)}`);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const reader = await connection.runAndReadAll(`from read_parquet('${outcome.output.parquetPath}')`);
  return reader.getRowObjectsJson();
}

/** To put before a derivation's source: prints the process namespace, by which {@link survivors} finds its processes. */
export const ANNOUNCE = 'import os\nprint("namespace", os.readlink("/proc/self/ns/pid"), flush=True)\n';

/** Processes that still live in the namespace that {@link ANNOUNCE} printed. */
export function survivors(stdout: string): readonly number[] {
  const namespace = /^namespace (pid:\[\d+\])$/m.exec(stdout)?.[1];
  if (namespace === undefined) throw new Error(`the run did not announce its namespace: ${stdout}`);
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => livesIn(pid, namespace));
}

function livesIn(pid: number, namespace: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/ns/pid`) === namespace && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
    );
  } catch {
    return false;
  }
}
