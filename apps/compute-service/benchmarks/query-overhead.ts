import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { TableVersion } from '@svc/contracts';
import { openWarehouse, type Warehouse } from '@svc/warehouse';
import { literal } from '@svc/duckdb-sql';
import { findBubblewrap } from '@svc/runner';
import { openQueryPools } from '../src/query-engine/open-query-pools';
import { openAnswerCache } from '../src/query-engine/answer/open-answer-cache';
import { CallerAllowance } from '../src/query-engine/caller-allowance';
import { QueryEngine } from '../src/query-engine/query-engine';
import { p, print, quantile } from './report';

/*
 * The overhead of the query path over DuckDB alone, in the same run on the same file: `node dist/benchmarks/query-overhead.js`.
 * Arms are interleaved and answers compared; every statement has a fresh literal, so nothing is served from a cache.
 */

const MiB = 1024 * 1024;
/** Nothing measured here is served from a cache. */
const NO_ANSWERS = openAnswerCache(0, { find: () => Promise.resolve(null), keep: () => undefined });
const ROUNDS = 40;
const WARM_UP = 8;

const QUERIES: Readonly<Record<string, (n: number) => string>> = {
  constant: (n) => `SELECT ${String(n)} AS n`,
  'grouped sum, 10 k rows': (n) => `SELECT g, sum(v) AS s FROM small WHERE i >= ${String(n)} GROUP BY g ORDER BY g`,
  'grouped sum, 6 M rows': (n) => `SELECT g, sum(v) AS s FROM large WHERE i >= ${String(n)} GROUP BY g ORDER BY g`,
  'two groupings, 6 M rows': (n) =>
    `SELECT g, h, count(*) AS c, avg(v) AS a FROM large WHERE i >= ${String(n)} GROUP BY g, h ORDER BY g, h`,
  'answer of 10 k rows': (n) => `SELECT i, g, v FROM small WHERE i >= ${String(n)} ORDER BY i`,
};

interface Arms {
  readonly raw: DuckDBConnection;
  readonly engine: QueryEngine;
  readonly tables: Readonly<Record<string, TableVersion>>;
}

async function main(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'query-overhead-'));
  const warehouse = await openWarehouse(join(root, 'warehouse'));
  const pools = await openQueryPools({
    scratch: join(root, 'warehouse/scratch'),
    code: join(__dirname, '../src'),
    bubblewrap: findBubblewrap(process.argv[2] ?? ''),
    graceMs: 2_000,
    patienceMs: 1_000,
    runner: 'worker',
    poolSize: 1,
    batchPoolSize: 1,
    queue: 16,
    memoryBytes: 1024 * MiB,
    spillBytes: 4096 * MiB,
    threads: 1,
  });
  const raw = await (await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '1GB' })).connect();
  const tables = {
    small: await makeTable(raw, warehouse, 'small', 10_000),
    large: await makeTable(raw, warehouse, 'large', 6_000_000),
  };
  try {
    await compare({ raw, engine: new QueryEngine(pools, warehouse, NO_ANSWERS, new CallerAllowance(20)), tables });
    await threads(tables, warehouse);
  } finally {
    raw.closeSync();
    await Promise.all([pools.interactive.close(), pools.batch.close()]);
    await rm(root, { recursive: true, force: true });
  }
}

async function makeTable(
  connection: DuckDBConnection,
  warehouse: Warehouse,
  name: string,
  rows: number,
): Promise<TableVersion> {
  const file = await warehouse.stage();
  await connection.run(
    `COPY (SELECT i, 'g' || (i % 84) AS g, 'h' || (i % 7) AS h, (hash(i) % 100000) / 100.0 AS v FROM range(${String(rows)}) r(i)) TO ${literal(file.path)} (FORMAT parquet, COMPRESSION zstd)`,
  );
  const { object, bytes } = await warehouse.adopt(file);
  await connection.run(
    `CREATE VIEW ${name} AS FROM read_parquet(${literal((await warehouse.localFile(object)).path)})`,
  );
  return { object, bytes, rows, data_hash: `sha256:${object}`, columns: [] };
}

async function compare({ raw, engine, tables }: Arms): Promise<void> {
  const signal = new AbortController().signal;
  print(['statement', 'raw p50 ms', 'path p50 ms', 'over p50 ms', 'raw p95', 'path p95']);
  for (const [name, sql] of Object.entries(QUERIES)) {
    const times: { readonly raw: number[]; readonly path: number[] } = { raw: [], path: [] };
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const statement = sql(round + WARM_UP);
      const [direct, rawMs] = await timed(async () => (await raw.runAndReadAll(statement)).getRowsJson());
      const [answer, pathMs] = await timed(() =>
        engine.query({
          sql: statement,
          tables,
          parameters: [],
          limit: 10_000,
          caller: 'benchmark',
          timeoutMs: 60_000,
          signal,
        }),
      );
      if (direct.length !== answer.rows.length || JSON.stringify(direct[0]) !== JSON.stringify(answer.rows[0]))
        throw new Error(`the arms disagree on: ${statement}`);
      if (round >= 0) times.raw.push(rawMs);
      if (round >= 0) times.path.push(pathMs);
    }
    print([
      name,
      p(times.raw, 0.5),
      p(times.path, 0.5),
      (quantile(times.path, 0.5) - quantile(times.raw, 0.5)).toFixed(2),
      p(times.raw, 0.95),
      p(times.path, 0.95),
    ]);
  }
}

/** The cost of a single thread, which keeps sums of doubles reproducible to the last digit. */
async function threads(tables: Arms['tables'], warehouse: Warehouse): Promise<void> {
  const path = literal((await warehouse.localFile(tables['large']?.object ?? '')).path);
  print(['threads', 'sum of doubles over 6 M rows, p50 ms', 'different digits in 10 runs']);
  for (const count of [1, 2]) {
    const connection = await (await DuckDBInstance.create(':memory:', { threads: String(count) })).connect();
    const times: number[] = [];
    const answers = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const [rows, ms] = await timed(async () =>
        (await connection.runAndReadAll(`SELECT sum(sin(v) * 1e6) FROM read_parquet(${path})`)).getRowsJson(),
      );
      times.push(ms);
      answers.add(JSON.stringify(rows));
    }
    connection.closeSync();
    print([String(count), p(times, 0.5), String(answers.size)]);
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  const result = await work();
  return [result, performance.now() - started];
}

void main();
