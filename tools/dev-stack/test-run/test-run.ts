import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { availableParallelism } from 'node:os';
import type { Config } from '../config';
import { preparePrograms } from '../programs/prepare-programs';
import { isRunning, identify } from '../supervisor/process-identity';
import type { Progress } from '../progress';
import { preparePython } from '../programs/python-environment';
import { makeStateDirectory, stateDirectory } from '../state/state-directory';
import { stopSupervisor } from '../supervisor/supervisor-process';
import { durationsOfJest, inWords, oneCheck, sum, tallyOfJest, tallyOfJunit, type Tally } from './tally';

const INTERRUPTED = 130;
/** How many spec files are listed at the end. */
const SLOWEST = 10;

/** The folder for one test run's reports and its stack's state. */
interface TestRun {
  readonly config: Config;
  readonly progress: Progress;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly python: string;
  /** The environment of the engines, under `--all`: it is a gigabyte to install. */
  readonly engines: string | null;
}

/** Runs a command and streams its output; returns whether it succeeded. */
function show(
  run: TestRun,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: run.config.root, env: { ...run.env, ...env }, stdio: ['ignore', 2, 2] });
    const stop = (): boolean => child.kill('SIGTERM');
    process.on('SIGINT', stop).on('SIGTERM', stop);
    child.once('error', () => resolve(false));
    child.once('close', (code) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve(code === 0);
    });
  });
}

function tool(run: TestRun, name: string): string {
  return join(run.config.root, 'node_modules', '.bin', name);
}

async function checkTypes(run: TestRun): Promise<Tally> {
  return oneCheck(await show(run, tool(run, 'tsc'), ['-p', 'tsconfig.json']));
}

async function checkFormat(run: TestRun): Promise<Tally> {
  return oneCheck(await show(run, tool(run, 'prettier'), ['--check', '--log-level', 'warn', '.']));
}

/** The boundaries rule reads the graph that nx writes. */
async function lint(run: TestRun): Promise<Tally> {
  const graph = await show(run, tool(run, 'nx'), ['show', 'projects']);
  return oneCheck(graph && (await show(run, tool(run, 'eslint'), ['.'])));
}

async function jest(
  run: TestRun,
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Tally> {
  const report = join(run.folder, `${name}.json`);
  await show(run, tool(run, 'jest'), ['--json', '--outputFile', report, ...args], env);
  return tallyOfJest(report);
}

/** Every folder with its own tests, at the top or one below; the end-to-end tests need a stack and come last. */
function jestProjects(root: string): string[] {
  const folders = (parent: string): string[] =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((it) => it.isDirectory() && !/^\.|^(node_modules|dist|e2e)$/.test(it.name))
      .map((it) => join(parent, it.name));
  const top = folders('.');
  return [...top, ...top.flatMap(folders)].filter((folder) => existsSync(join(root, folder, 'jest.config.js')));
}

function unit(run: TestRun): Promise<Tally> {
  return jest(run, 'unit', [
    '--projects',
    ...jestProjects(run.config.root),
    '--maxWorkers',
    String(availableParallelism()),
  ]);
}

async function python(run: TestRun): Promise<Tally> {
  const report = join(run.folder, 'python.xml');
  const module = (name: string, ...args: readonly string[]): Promise<boolean> =>
    show(run, 'env', ['-C', 'python', join(run.python, 'bin', 'python'), '-m', name, ...args]);
  const checks = [
    await module('ruff', 'check', '--no-cache', '.'),
    await module('mypy', '--cache-dir', join(run.folder, 'mypy')),
  ];
  await module('pytest', '--junitxml', report);
  return sum([...checks.map(oneCheck), tallyOfJunit(report), ...(await engines(run))]);
}

async function engines(run: TestRun): Promise<Tally[]> {
  if (run.engines === null) return [];
  const report = join(run.folder, 'engines.xml');
  const pytest = [join(run.engines, 'bin', 'python'), '-m', 'pytest', 'engine_tests', '--junitxml', report];
  const openmp = join(run.engines, 'openmp');
  await show(run, 'env', ['-C', 'python', ...pytest], { OMP_NUM_THREADS: '1', LD_LIBRARY_PATH: openmp });
  return [tallyOfJunit(report)];
}

/** Its stack is private: a folder of its own and ports of its own, independent of any other. */
async function endToEnd(run: TestRun): Promise<Tally> {
  const state = stateDirectory(join(run.folder, 'stack'));
  makeStateDirectory(state);
  try {
    return await jest(run, 'e2e', ['-c', 'e2e/jest.config.js', '--runInBand'], { SVC_STATE_DIR: state.root });
  } finally {
    await stopSupervisor(state);
  }
}

/** Builds the images, and tests them in containers and in pods, as far as this machine has engines for them. */
async function containers(run: TestRun): Promise<Tally> {
  const done = await show(run, 'bash', ['tools/images/test.sh', run.folder], run.config.forServices);
  const reports = ['containers', 'cluster'].map((name) => join(run.folder, `${name}.json`)).filter(existsSync);
  const tally = sum(reports.map(tallyOfJest));
  return done || tally.failed > 0 ? tally : oneCheck(false);
}

/** Removes leftovers of killed runs; the newest failed one stays until the next run. */
function testFolder(config: Config): string {
  const all = join(config.tools, 'test');
  mkdirSync(all, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(all)) {
    const owner = identify(Number(name));
    if (owner === null || !isRunning(owner)) rmSync(join(all, name), { recursive: true, force: true });
  }
  const folder = join(all, String(process.pid));
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** The environment of tests: without the settings of the developer's own stack. They find programs as the stack does. */
function testEnvironment(config: Config, all: boolean): Record<string, string> {
  const path = [dirname(process.execPath), config.path].join(delimiter);
  return {
    ...config.inherited,
    PATH: path,
    LANG: 'C.UTF-8',
    CI: '1',
    NX_DAEMON: 'false',
    SVC_TEST_ALL: all ? '1' : '0',
  };
}

/** Tests use servers of their own, even when the developer's stack does not. */
async function prepare(given: Config, progress: Progress, all: boolean): Promise<TestRun> {
  const folder = testFolder(given);
  const config: Config = {
    ...given,
    postgresUrl: undefined,
    natsUrl: undefined,
    redisUrl: undefined,
    state: join(folder, 'stack'),
  };
  await progress.step('Postgres, NATS, Redis, bubblewrap', (say) =>
    preparePrograms(config, stateDirectory(config.state), say),
  );
  await progress.step('Python packages', (say) => preparePython(config, say).then(() => ''));
  const python = await progress.step('Python test tools', (say) =>
    preparePython(config, say, 'python-dev').then((it) => ({ it })),
  );
  const engines = all
    ? await progress.step('Python engines', (say) => preparePython(config, say, 'ml-core').then((it) => ({ it })))
    : { it: null };
  return { config, progress, folder, env: testEnvironment(config, all), python: python.it, engines: engines.it };
}

/** An interrupted run must not leave a stack behind that nobody sees. */
function stopStackOnInterrupt(config: Config): void {
  const stop = (): void => void stopSupervisor(stateDirectory(config.state)).then(() => process.exit(INTERRUPTED));
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

/** The slowest spec files among those that jest ran. */
function slowest({ config, folder }: TestRun): string[] {
  return ['unit', 'e2e']
    .flatMap((name) => durationsOfJest(join(folder, `${name}.json`)))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ file, seconds }) => `  ${String(Math.round(seconds)).padStart(5)} s  ${relative(config.root, file)}`);
}

const PARTS = [
  ['Types of sources and tests', checkTypes],
  ['Format', checkFormat],
  ['Lint', lint],
  ['Unit, service and architecture tests', unit],
  ['Python', python],
  ['End to end', endToEnd],
] as const;

/**
 * Runs all tests, long proofs in full with `all` and as a sample without, images with `cluster` only, and prints
 * where the time went and, last of all, the tally. Returns the exit code.
 */
export async function test(
  config: Config,
  progress: Progress,
  { all, cluster }: { readonly all: boolean; readonly cluster: boolean },
): Promise<number> {
  const run = await prepare(config, progress, all);
  stopStackOnInterrupt(run.config);
  const tallies: Tally[] = [];
  const parts = cluster ? [...PARTS, ['Containers and pods', containers] as const] : PARTS;
  if (!cluster)
    progress.line('\nContainers and pods: skipped. ./svc test --cluster runs them; it needs a Docker engine.');
  for (const [title, part] of parts) {
    progress.line(`\n${title}`);
    const begun = Date.now();
    const tally = await part(run);
    progress.line(
      `  ${tally.failed === 0 ? '✓' : '✗'} ${title}: ${inWords(tally)} (${Math.round((Date.now() - begun) / 1000)} s)`,
    );
    tallies.push(tally);
  }
  progress.line(`\nWhere the time went:\n${slowest(run).join('\n')}`);
  const total = sum(tallies);
  if (total.failed === 0) rmSync(run.folder, { recursive: true, force: true });
  else progress.line(`\nReports, and logs of the end-to-end stack: ${run.folder}`);
  process.stdout.write(`${inWords(total)}\n`);
  return total.failed === 0 ? 0 : 1;
}
