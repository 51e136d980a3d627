import { rm } from 'node:fs/promises';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { begin, machineText } from '../measure/machine';
import { inTurn } from '../measure/in-turn';
import { markdownTable } from '../measure/markdown-table';
import { say } from '../measure/say';
import { type Server, startGateway } from '../request-overhead/servers';
import { environmentOf, runningStack, type RunningStack } from '../stack/running-stack';
import { StoredObjects } from '../stack/stored-objects';
import { type Door, expectedOf, type PathArm, rawArm, requireSvcAnswers, svcArms } from './arms';
import { askAt } from './ask';
import { clients } from './clients';
import { cubeArms, requireCubeAnswers } from './cube-arms';
import { CUBE, CUBE_DRIVER } from './cube-project';
import { installCube, startCube } from './cube-server';
import { lineitemDataset, TABLES, type TableName } from './lineitem';
import { residentMegabytes } from './resident';
import { HEAD, linesOf, type Slice } from './slices';

/*
 * The whole query path over HTTP against DuckDB in this process, over a small and a large table, with 1 to 16 clients.
 * `npm run query-path -w @svc/benchmarks -- [seconds per slice] [rounds] [small|large|both] [cube]`
 */

const CLIENTS = [1, 4, 8, 16];
/** Servers run for days: what their compilers do in the first thousands of requests is not measured, of no arm. */
const WARM_UP_CLIENTS = 8;
const WARM_UP_MS = 15_000;

interface Setting {
  readonly stack: RunningStack;
  readonly raw: readonly DuckDBConnection[];
  readonly threads: string;
  readonly door: Door;
  /** The same where no answer waits for its audit record. */
  readonly unwaiting: Door;
  /** The folder in which Cube is installed; null when it takes no part. */
  readonly cube: string | null;
  readonly seconds: number;
  readonly rounds: number;
}

async function main(seconds: number, rounds: number, only: string, peer: string): Promise<void> {
  const beginning = begin();
  const stack = await runningStack();
  const threads = environmentOf(stack, 'compute')['SVC_QUERY_THREADS'] ?? '1';
  const instance = await DuckDBInstance.create(':memory:', { threads, memory_limit: '1GB' });
  const raw = await Promise.all(Array.from({ length: Math.max(...CLIENTS) }, () => instance.connect()));
  const cube = peer === 'cube' ? await installedCube() : null;
  // Without the stack's limit of requests a minute.
  const gateways = await Promise.all([startGateway(stack, {}), startGateway(stack, { AUDIT_MODE: 'best-effort' })]);
  try {
    const doorOf = ({ url, pid }: Server): Door => ({
      ask: askAt(url, stack.token),
      pids: [pid, stack.pids.get('compute') ?? 0],
    });
    const [door, unwaiting] = [doorOf(gateways[0]), doorOf(gateways[1])];
    const rows: string[][] = [];
    for (const table of tablesNamed(only))
      rows.push(...(await overTable(table, { stack, raw, threads, door, unwaiting, cube, seconds, rounds })));
    process.stdout.write(
      `## Query path\n\n${machineText(beginning, { 'threads of DuckDB': threads, Cube: cube === null ? 'took no part' : `${CUBE} with its DuckDB driver ${CUBE_DRIVER}` })}- ${String(rounds)} slices of ${String(seconds)} s for each cell, arms in turn, after 15 s of each at 8 clients; answers compared first; RSS of gateway, compute-service and its workers, or of Cube\n\n`,
    );
    process.stdout.write(markdownTable(HEAD, rows, 3));
  } finally {
    for (const gateway of gateways) await gateway.stop();
    for (const connection of raw) connection.closeSync();
    if (cube !== null) await rm(cube, { recursive: true });
  }
}

/** A peer that cannot be had is no reason to measure nothing. */
async function installedCube(): Promise<string | null> {
  say('Cube: being installed from the npm registry');
  return installCube().catch((error: unknown) => {
    const lines = String(error).split('\n');
    say(
      `Cube: takes no part, since it cannot be installed: ${lines.find((line) => line.startsWith('npm error')) ?? lines[0] ?? ''}`,
    );
    return null;
  });
}

function tablesNamed(only: string): TableName[] {
  return only === 'small'
    ? ['bench_lineitem_small']
    : only === 'large'
      ? ['bench_lineitem']
      : ['bench_lineitem_small', 'bench_lineitem'];
}

async function overTable(table: TableName, setting: Setting): Promise<string[][]> {
  const { stack, raw, door, unwaiting } = setting;
  const [first] = raw;
  if (first === undefined) throw new Error('there is no connection');
  await lineitemDataset(stack, first, table);
  const file = await new StoredObjects(stack, first).ofDataset(table);
  await first.run('SET parquet_metadata_cache = true');
  await first.run(`CREATE OR REPLACE VIEW ${table} AS FROM read_parquet('${file}')`);
  const expected = await expectedOf(table, first);
  await requireSvcAnswers(table, door.ask, expected);
  const arms = [rawArm(table, raw), ...svcArms(table, door, unwaiting)];
  if (setting.cube === null) return inAllSizes(table, arms, setting);
  const cube = await startCube(setting.cube, file, setting.threads);
  try {
    const askCube = askAt(cube.url, cube.token);
    await requireCubeAnswers(askCube, expected);
    return await inAllSizes(table, [...arms, ...cubeArms(askCube, [cube.pid])], setting);
  } finally {
    await cube.stop();
  }
}

async function inAllSizes(
  table: TableName,
  arms: readonly PathArm[],
  { seconds, rounds }: Setting,
): Promise<string[][]> {
  const rows: string[][] = [];
  for (const arm of arms) {
    say(`${table}: warming up, ${arm.name}`);
    await clients(WARM_UP_CLIENTS, WARM_UP_MS, (unique) => arm.ask(unique));
  }
  for (const count of CLIENTS) {
    const slicing = arms.map((arm) => ({
      name: arm.name,
      run: async (): Promise<Slice> => ({
        ...(await clients(count, seconds * 1000, (unique) => arm.ask(unique))),
        rss: residentMegabytes(arm.pids),
      }),
    }));
    const results = await inTurn(slicing, rounds + 1, (text) => {
      say(`${table}, ${String(count)} clients: ${text}`);
    });
    // The first round warms up.
    rows.push(
      ...linesOf(
        `${TABLES[table].toLocaleString('en-US')} rows`,
        count,
        new Map([...results].map(([name, all]) => [name, all.slice(1)])),
      ),
    );
  }
  return rows;
}

void main(Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 3), process.argv[4] ?? 'both', process.argv[5] ?? '');
