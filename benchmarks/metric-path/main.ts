import { rm } from 'node:fs/promises';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { begin, machineText } from '../measure/machine';
import { markdownTable } from '../measure/markdown-table';
import { askAt } from '../query-path/ask';
import type { Door } from '../query-path/arms';
import { cubeArms, requireCubeAnswers } from '../query-path/cube-arms';
import { CUBE, CUBE_DRIVER } from '../query-path/cube-project';
import { installedCube, startCube } from '../query-path/cube-server';
import { CLIENTS, inAllSizes, type Slicing } from '../query-path/in-all-sizes';
import { lineitemDataset, TABLES, type TableName, tablesNamed } from '../query-path/lineitem';
import { HEAD } from '../query-path/slices';
import { startGateway } from '../request-overhead/servers';
import { certifiedDerivation } from '../stack/certified-derivation';
import { environmentOf, runningStack, type RunningStack } from '../stack/running-stack';
import { StoredObjects } from '../stack/stored-objects';
import { expectedOf, metricArms, pageArms, rawArms, requireAnswers } from './arms';
import { defineSubject, subjectOf } from './subject';

/*
 * The way of dashboards: a metric and a page of 20 tiles over HTTP, against DuckDB in this process and Cube.
 * `npm run metric-path -w @svc/benchmarks -- [seconds per slice] [rounds] [small|large|both] [cube]`
 */

const CUBE_MEASURES = ['lineitem.quantity'];

interface Setting extends Slicing {
  readonly stack: RunningStack;
  readonly raw: readonly DuckDBConnection[];
  readonly threads: string;
  readonly door: Door;
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
  const gateway = await startGateway(stack, {});
  const pids = [gateway.pid, stack.pids.get('metrics') ?? 0, stack.pids.get('compute') ?? 0];
  const setting = { stack, raw, threads, door: { ask: askAt(gateway.url, stack.token), pids }, cube, seconds, rounds };
  try {
    const rows: string[][] = [];
    for (const table of tablesNamed(only)) rows.push(...(await overTable(table, setting)));
    process.stdout.write(
      `## Metric path\n\n${machineText(beginning, { 'threads of DuckDB': threads, Cube: cube === null ? 'took no part' : `${CUBE} with its DuckDB driver ${CUBE_DRIVER}` })}- ${String(rounds)} slices of ${String(seconds)} s for each cell, arms in turn, after 15 s of each; answers compared first; allowances raised; RSS of gateway, metrics-service, compute-service and its workers, or of Cube\n\n`,
    );
    process.stdout.write(markdownTable(HEAD, rows, 3));
  } finally {
    await gateway.stop();
    for (const connection of raw) connection.closeSync();
    if (cube !== null) await rm(cube, { recursive: true });
  }
}

async function overTable(table: TableName, setting: Setting): Promise<string[][]> {
  const { stack, raw, door } = setting;
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
  const arms = [bare.one, ...metricArms(subject, door)];
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
