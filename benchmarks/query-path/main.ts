import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { begin, machineText } from '../measure/machine';
import { type Arm, inTurn } from '../measure/in-turn';
import { figure, markdownTable } from '../measure/markdown-table';
import { median, quantile } from '../measure/quantile';
import { say } from '../measure/say';
import { startGateway } from '../request-overhead/servers';
import { environmentOf, runningStack, type RunningStack } from '../stack/running-stack';
import { StoredObjects } from '../stack/stored-objects';
import { armsOver, requireSame } from './arms';
import { type Ask, askAt } from './ask';
import { clients, type Met } from './clients';
import { lineitemDataset, TABLES, type TableName } from './lineitem';
import { residentMegabytes } from './resident';

/*
 * The whole query path over HTTP against DuckDB in this process, over a small and a large table, with 1 to 16 clients.
 * `npm run query-path -w @svc/benchmarks -- [seconds per slice] [rounds] [small|large]`
 */

const CLIENTS = [1, 4, 8, 16];
const RAW = 'DuckDB in the process';

interface Slice extends Met {
  readonly rss: number;
}

interface Setting {
  readonly stack: RunningStack;
  readonly raw: readonly DuckDBConnection[];
  readonly ask: Ask;
  readonly pids: readonly number[];
  readonly seconds: number;
  readonly rounds: number;
}

async function main(seconds: number, rounds: number, only: string): Promise<void> {
  const beginning = begin();
  const stack = await runningStack();
  const threads = environmentOf(stack, 'compute')['SVC_QUERY_THREADS'] ?? '1';
  const instance = await DuckDBInstance.create(':memory:', { threads, memory_limit: '1GB' });
  const raw = await Promise.all(Array.from({ length: Math.max(...CLIENTS) }, () => instance.connect()));
  // Without the stack's limit of requests a minute.
  const gateway = await startGateway(stack, {});
  try {
    const ask = askAt(gateway.url, stack.token);
    const pids = [gateway.pid, stack.pids.get('compute') ?? 0];
    const rows: string[][] = [];
    for (const table of tablesNamed(only)) rows.push(...(await overTable(table, { stack, raw, ask, pids, seconds, rounds })));
    process.stdout.write(`## Query path\n\n${machineText(beginning, { 'threads of DuckDB': threads })}- ${String(rounds)} slices of ${String(seconds)} s for each cell, arms in turn; answers compared first; RSS of gateway, compute-service and its workers\n\n`);
    process.stdout.write(markdownTable(['table', 'clients', '', 'p50 ms', 'p95 ms', 'p99 ms', 'requests/s', 'RSS MB', 'p50 − DuckDB, ms'], rows, 3));
  } finally {
    await gateway.stop();
    for (const connection of raw) connection.closeSync();
  }
}

function tablesNamed(only: string): TableName[] {
  return only === 'small' ? ['bench_lineitem_small'] : only === 'large' ? ['bench_lineitem'] : ['bench_lineitem_small', 'bench_lineitem'];
}

async function overTable(table: TableName, { stack, raw, ask, pids, seconds, rounds }: Setting): Promise<string[][]> {
  const [first] = raw;
  if (first === undefined) throw new Error('there is no connection');
  await lineitemDataset(stack, first, table);
  await first.run('SET parquet_metadata_cache = true');
  await first.run(`CREATE OR REPLACE VIEW ${table} AS FROM read_parquet('${await new StoredObjects(stack, first).ofDataset(table)}')`);
  await requireSame(table, first, ask);
  const rows: string[][] = [];
  for (const count of CLIENTS) {
    const arms = armsOver(table, raw, ask).map((arm): Arm<Slice> => ({
      name: arm.name,
      run: async () => ({ ...(await clients(count, seconds * 1000, (unique) => arm.ask(unique))), rss: residentMegabytes(pids) }),
    }));
    const results = await inTurn(arms, rounds + 1, (text) => { say(`${table}, ${String(count)} clients: ${text}`); });
    // The first round warms up.
    rows.push(...lines(`${TABLES[table].toLocaleString('en-US')} rows`, count, new Map([...results].map(([name, all]) => [name, all.slice(1)]))));
  }
  return rows;
}

function lines(table: string, count: number, results: ReadonlyMap<string, readonly Slice[]>): string[][] {
  const p50Of = (slices: readonly Slice[]): number => quantile(slices.flatMap((it) => [...it.latencies]), 0.5);
  const bare = p50Of(results.get(RAW) ?? []);
  return [...results].map(([name, slices]) => {
    const all = slices.flatMap((it) => [...it.latencies]);
    const p50 = p50Of(slices);
    return [table, String(count), name, figure(p50), figure(quantile(all, 0.95)), figure(quantile(all, 0.99)), figure(median(slices.map((it) => it.perSecond))), figure(Math.max(...slices.map((it) => it.rss))), figure(p50 - bare)];
  });
}

void main(Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 3), process.argv[4] ?? '');
