import { rm } from 'node:fs/promises';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { begin, machineText } from '../measure/machine';
import { markdownTable } from '../measure/markdown-table';
import { type Server, startGateway } from '../request-overhead/servers';
import { environmentOf, runningStack, type RunningStack } from '../stack/running-stack';
import { StoredObjects } from '../stack/stored-objects';
import { type Door, expectedOf, rawArm, requireSvcAnswers, svcArms } from './arms';
import { askAt } from './ask';
import { cubeArms, requireCubeAnswers } from './cube-arms';
import { CUBE, CUBE_DRIVER } from './cube-project';
import { installedCube, startCube } from './cube-server';
import { CLIENTS, inAllSizes } from './in-all-sizes';
import { lineitemDataset, TABLES, type TableName, tablesNamed } from './lineitem';
import { HEAD, linesOf } from './slices';

/*
 * The whole query path over HTTP against DuckDB in this process, over a small and a large table, with 1 to 16 clients.
 * `npm run query-path -w @svc/benchmarks -- [seconds per slice] [rounds] [small|large|both] [cube]`
 */

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
  const label = `${TABLES[table].toLocaleString('en-US')} rows`;
  const arms = [rawArm(table, raw), ...svcArms(table, door, unwaiting)];
  if (setting.cube === null) return (await inAllSizes(label, arms, setting)).flatMap(linesOf);
  const cube = await startCube(setting.cube, file, setting.threads);
  try {
    const askCube = askAt(cube.url, cube.token);
    await requireCubeAnswers(askCube, expected);
    return (await inAllSizes(label, [...arms, ...cubeArms(askCube, [cube.pid])], setting)).flatMap(linesOf);
  } finally {
    await cube.stop();
  }
}

void main(Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 3), process.argv[4] ?? 'both', process.argv[5] ?? '');
