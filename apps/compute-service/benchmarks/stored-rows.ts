import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { TableVersion } from '@svc/contracts';
import { findBubblewrap } from '@svc/runner';
import { openWarehouse, type Warehouse } from '@svc/warehouse';
import { literal } from '@svc/duckdb-sql';
import { openAnswerCache } from '../src/query-engine/answer/open-answer-cache';
import { CallerAllowance } from '../src/query-engine/caller-allowance';
import { openQueryPools } from '../src/query-engine/open-query-pools';
import { QueryEngine } from '../src/query-engine/query-engine';

/*
 * The cost of comparing stored rows with their name, in the same run on the same files, arms interleaved:
 * `node dist/benchmarks/stored-rows.js`. The unchecked arm trusts every file.
 */

const MiB = 1024 * 1024;
const NOTHING_SHARED = { find: () => Promise.resolve(null), keep: () => undefined };
const ROUNDS = 60;
const WARM_UP = 10;
const SIZES = { 'small, 10 k rows': 10_000, 'large, 6 M rows': 6_000_000 };

async function main(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'stored-rows-'));
  const warehouse = await openWarehouse(join(root, 'warehouse'));
  const pools = await openQueryPools({
    scratch: join(root, 'warehouse/scratch'),
    code: join(__dirname, '../src'),
    bubblewrap: findBubblewrap(''),
    runner: 'worker',
    poolSize: 1,
    batchPoolSize: 1,
    queue: 8,
    memoryBytes: 1024 * MiB,
    spillBytes: 1024 * MiB,
    threads: 1,
    graceMs: 2_000,
    patienceMs: 1_000,
  });
  try {
    const cached = openAnswerCache(32 * MiB, NOTHING_SHARED);
    print(['statement', 'rows', 'MB', 'unchecked p50 ms', 'checked p50 ms', 'ratio']);
    for (const [name, rows] of Object.entries(SIZES)) {
      const table = await makeTable(warehouse, rows);
      const engines = {
        unchecked: new QueryEngine(pools, believing(warehouse), openAnswerCache(0, NOTHING_SHARED), allowance()),
        checked: new QueryEngine(pools, warehouse, openAnswerCache(0, NOTHING_SHARED), allowance()),
        known: new QueryEngine(pools, warehouse, cached, allowance()),
      };
      const computed = (n: number): string => `SELECT g, sum(v) AS s FROM t WHERE i >= ${String(n)} GROUP BY g`;
      const times = await inTurn(table, engines, computed);
      const size = (table.bytes / 1e6).toFixed(1);
      print([`computed, ${name}`, String(rows), size, ...compared(times.unchecked, times.checked)]);
      print([`known, ${name}`, String(rows), size, '', times.known.toFixed(3), '']);
      await printFirst(table, join(root, 'warehouse'));
    }
  } finally {
    await Promise.all([pools.interactive.close(), pools.batch.close()]);
    await rm(root, { recursive: true, force: true });
  }
}

const allowance = (): CallerAllowance => new CallerAllowance(20);

/** As before checking: a file with the name is the object. */
function believing(warehouse: Warehouse): Warehouse {
  const paths = new Map<string, ReturnType<Warehouse['localFile']>>();
  const localFile: Warehouse['localFile'] = (object) => {
    const known = paths.get(object) ?? warehouse.localFile(object);
    paths.set(object, known);
    return known;
  };
  return new Proxy(warehouse, {
    get: (target, key): unknown => (key === 'localFile' ? localFile : Reflect.get(target, key, target)),
  });
}

type Arm = 'unchecked' | 'checked' | 'known';

async function inTurn(
  table: TableVersion,
  engines: Readonly<Record<Arm, QueryEngine>>,
  sql: (n: number) => string,
): Promise<Record<Arm, number>> {
  const times: Record<Arm, number[]> = { unchecked: [], checked: [], known: [] };
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1)
    for (const arm of ['unchecked', 'checked', 'known'] as const) {
      const started = performance.now();
      await engines[arm].query({
        sql: sql(arm === 'known' ? -1 : round),
        tables: { t: table },
        parameters: [],
        limit: 100,
        timeoutMs: 60_000,
        caller: 'bench',
        signal: new AbortController().signal,
      });
      if (round >= WARM_UP) times[arm].push(performance.now() - started);
    }
  return { unchecked: median(times.unchecked), checked: median(times.checked), known: median(times.known) };
}

/** What a process pays once per object, and afterwards. */
async function printFirst({ object, bytes }: TableVersion, root: string): Promise<void> {
  const fresh = await openWarehouse(root);
  const started = performance.now();
  await fresh.localFile(object);
  const first = performance.now() - started;
  const again = performance.now();
  for (let n = 0; n < 1_000; n += 1) await fresh.localFile(object);
  const each = performance.now() - again;
  process.stdout.write(
    `first look at ${(bytes / 1e6).toFixed(1)} MB: ${first.toFixed(1)} ms (${(bytes / 1e6 / (first / 1000)).toFixed(0)} MB/s); each later one: ${each.toFixed(1)} µs\n`,
  );
}

async function makeTable(warehouse: Warehouse, rows: number): Promise<TableVersion> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const file = await warehouse.stage();
  await connection.run(
    `COPY (SELECT i, i % 50 AS g, sin(i) AS v FROM range(${String(rows)}) r(i)) TO ${literal(file.path)} (FORMAT parquet)`,
  );
  connection.closeSync();
  const { object, bytes } = await warehouse.adopt(file);
  return { data_hash: `sha256:${object}`, object, bytes, rows, columns: [] };
}

function compared(before: number, after: number): string[] {
  return [before.toFixed(3), after.toFixed(3), (after / before).toFixed(3)];
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
}

function print(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

void main();
