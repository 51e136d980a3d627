import { rm } from 'node:fs/promises';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { begin, machineText } from '../measure/machine';
import { markdownTable } from '../measure/markdown-table';
import { type Ask, askAt } from '../query-path/ask';
import type { Door } from '../query-path/arms';
import { cubeArms, requireCubeAnswers } from '../query-path/cube-arms';
import { CUBE, CUBE_DRIVER } from '../query-path/cube-project';
import { installedCube, startCube } from '../query-path/cube-server';
import { CLIENTS, inAllSizes, type Slicing } from '../query-path/in-all-sizes';
import { lineitemDataset, TABLES, type TableName, tablesNamed } from '../query-path/lineitem';
import { type Cell, HEAD, linesOf } from '../query-path/slices';
import { type Server, startGateway } from '../request-overhead/servers';
import { certifiedDerivation } from '../stack/certified-derivation';
import { environmentOf, runningStack, type RunningStack } from '../stack/running-stack';
import { StoredObjects } from '../stack/stored-objects';
import { AIMS_HEAD, aimsOf } from './aims';
import { expectedOf, metricArms, pageArms, rawArms, requireAnswers } from './arms';
import { processorTimes } from './processor-time';
import { defineSubject, subjectOf } from './subject';

/*
 * The way of dashboards: a metric and a page of 20 tiles over HTTP, against DuckDB in this process and Cube.
 * `npm run metric-path -w @svc/benchmarks -- [seconds per slice] [rounds] [small|large|both] [cube]`
 */

const CUBE_MEASURES = ['lineitem.quantity'];
/** Where nothing else is said: with Cube and both tables the whole takes about ten minutes. */
const WARM_UP_MS = 5_000;

interface Setting extends Slicing {
  readonly stack: RunningStack;
  readonly raw: readonly DuckDBConnection[];
  readonly threads: string;
  readonly door: Door;
  /** Where no answer waits for its audit record. */
  readonly unwaiting: Ask;
  readonly cube: string | null;
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
  const processes = processesOf(stack, gateways);
  const pids = [gateways[0].pid, stack.pids.get('metrics') ?? 0, stack.pids.get('compute') ?? 0];
  const setting = {
    ...{ stack, raw, threads, cube, seconds, rounds, processes, warmUpMs: WARM_UP_MS },
    door: { ask: askAt(gateways[0].url, stack.token), pids },
    unwaiting: askAt(gateways[1].url, stack.token),
  };
  try {
    const cells: Cell[] = [];
    for (const table of tablesNamed(only)) cells.push(...(await overTable(table, setting)));
    const took = machineText(beginning, {
      'threads of DuckDB': threads,
      Cube: cube === null ? 'took no part' : `${CUBE} with its DuckDB driver ${CUBE_DRIVER}`,
    });
    print(cells, [...processes.keys()], `${took}- ${String(rounds)} slices of ${String(seconds)} s for each cell`);
  } finally {
    for (const gateway of gateways) await gateway.stop();
    for (const connection of raw) connection.closeSync();
    if (cube !== null) await rm(cube, { recursive: true });
  }
}

/** Those that take part in an answer. */
function processesOf({ pids }: RunningStack, gateways: readonly Server[]): ReadonlyMap<string, number> {
  const servers = ['metrics', 'cert', 'compute', 'nats', 'postgres', 'redis'].map(
    (it) => [it, pids.get(it) ?? 0] as const,
  );
  return new Map([
    ...gateways.map(({ pid }, at) => [at === 0 ? 'gateway' : 'gateway, best-effort', pid] as const),
    ...servers,
  ]);
}

function print(cells: readonly Cell[], processes: readonly string[], how: string): void {
  process.stdout.write(
    `## Metric path\n\n${how}, arms in turn, after ${String(WARM_UP_MS / 1_000)} s of each; answers compared first; allowances raised; RSS of gateway, metrics-service, compute-service and its workers, or of Cube\n\n`,
  );
  process.stdout.write(`### Aims\n\n${markdownTable(AIMS_HEAD, cells.flatMap(aimsOf), 2)}\n`);
  process.stdout.write(`### All\n\n${markdownTable(HEAD, cells.flatMap(linesOf), 3)}\n`);
  const times = cells.filter(({ count }) => count === 1 || count === 8).flatMap((it) => processorTimes(it, processes));
  process.stdout.write(
    `### Processor time, ms per request\n\n${markdownTable(['table', 'clients', '', 'all', ...processes], times, 3)}`,
  );
}

async function overTable(table: TableName, setting: Setting): Promise<Cell[]> {
  const { stack, raw, door, unwaiting } = setting;
  const [first] = raw;
  if (first === undefined) throw new Error('there is no connection');
  const subject = subjectOf(table);
  await lineitemDataset(stack, first, table);
  await certifiedDerivation(stack, subject.derivation);
  await defineSubject(stack.client, subject);
  const file = await new StoredObjects(stack, first).ofDerivation(subject.derivation);
  await first.run('SET parquet_metadata_cache = true');
  await first.run(`CREATE OR REPLACE VIEW ${subject.derivation} AS FROM read_parquet('${file}')`);
  await requireAnswers(subject, door.ask, first);
  const label = `${TABLES[table].toLocaleString('en-US')} rows`;
  const bare = rawArms(subject, raw);
  const pages = [bare.page, ...pageArms(subject, door)];
  const arms = [bare.one, ...metricArms(subject, door, unwaiting)];
  const ofPages = await inAllSizes(`${label}, 20 tiles`, pages, setting, [1]);
  if (setting.cube === null) return [...(await inAllSizes(label, arms, setting)), ...ofPages];
  const cube = await startCube(setting.cube, file, setting.threads);
  try {
    const askCube = askAt(cube.url, cube.token);
    await requireCubeAnswers(askCube, await expectedOf(subject, first), CUBE_MEASURES);
    const all = [...arms, ...cubeArms(askCube, [cube.pid], CUBE_MEASURES)];
    return [...(await inAllSizes(label, all, setting)), ...ofPages];
  } finally {
    await cube.stop();
  }
}

void main(Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 3), process.argv[4] ?? 'both', process.argv[5] ?? '');
