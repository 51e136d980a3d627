import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWarehouse, type Warehouse } from '@svc/warehouse';
import { findBubblewrap } from '@svc/runner';
import { CallerAllowance } from '../src/query-engine/caller-allowance';
import { openAnswerCache } from '../src/query-engine/answer/open-answer-cache';
import { openQueryPools } from '../src/query-engine/open-query-pools';
import { QueryEngine, type QueryPools } from '../src/query-engine/query-engine';
import { p, print, quantile } from './report';

/*
 * The cost of the isolation of a query worker: the same statements through a worker behind bubblewrap and one without, interleaved, in
 * the same run; and how long a worker takes to start. `node dist/benchmarks/worker-walls.js [folder of bwrap]`
 */

const MiB = 1024 * 1024;
const ROUNDS = 40;
const WARM_UP = 8;
const STARTS = 7;
const NO_ANSWERS = openAnswerCache(0, { find: () => Promise.resolve(null), keep: () => undefined });

const STATEMENTS: Readonly<Record<string, (n: number) => string>> = {
  constant: (n) => `SELECT ${String(n)} AS n`,
  'sum of 1 M generated numbers': (n) => `SELECT sum(range + ${String(n)}) FROM range(1000000)`,
  'grouping of 2 M, 10,000 rows back': (n) =>
    `SELECT range % 10000 AS g, count(*) + ${String(n)} AS c FROM range(2000000) GROUP BY g`,
};

interface Arm {
  readonly name: string;
  readonly engine: QueryEngine;
  readonly pools: QueryPools;
}

async function main(): Promise<void> {
  const bubblewrap = findBubblewrap(process.argv[2] ?? '');
  if (bubblewrap === null) throw new Error('bwrap is not there: name its folder');
  const root = await mkdtemp(join(tmpdir(), 'worker-walls-'));
  const warehouse = await openWarehouse(join(root, 'warehouse'));
  const walled = { name: 'behind walls', bubblewrap };
  const bare = { name: 'bare', bubblewrap: null };
  const arms: Arm[] = [];
  try {
    for (const { name, bubblewrap: wall } of [walled, bare]) arms.push(await openArm(name, wall, root, warehouse));
    print(['statement', 'bare p50 ms', 'behind walls p50 ms', 'ratio', 'bare p95', 'behind walls p95']);
    for (const [name, sql] of Object.entries(STATEMENTS)) print([name, ...(await compared(sql, arms))]);
  } finally {
    await Promise.all(arms.map(close));
  }
  await starts([walled, bare], root, warehouse);
  await rm(root, { recursive: true, force: true });
}

async function openArm(name: string, bubblewrap: string | null, root: string, warehouse: Warehouse): Promise<Arm> {
  const pools = await openQueryPools({
    scratch: join(root, 'warehouse/scratch'),
    code: join(__dirname, '../src'),
    bubblewrap,
    graceMs: 2_000,
    patienceMs: 1_000,
    runner: 'worker',
    poolSize: 1,
    batchPoolSize: 1,
    queue: 16,
    memoryBytes: 1024 * MiB,
    spillBytes: 1024 * MiB,
    threads: 1,
  });
  return { name, pools, engine: new QueryEngine(pools, warehouse, NO_ANSWERS, new CallerAllowance(20)) };
}

async function close({ pools }: Arm): Promise<void> {
  await Promise.all([pools.interactive.close(), pools.batch.close()]);
}

async function compared(sql: (n: number) => string, arms: readonly Arm[]): Promise<string[]> {
  const signal = new AbortController().signal;
  const taken = new Map<string, number[]>(arms.map(({ name }) => [name, []]));
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    // The first arm alternates, so that other load on the machine affects both alike.
    for (const { name, engine } of round % 2 === 0 ? arms : [...arms].reverse()) {
      const begun = performance.now();
      await engine.query({
        sql: sql(round + WARM_UP),
        tables: {},
        parameters: [],
        limit: 10_000,
        caller: 'benchmark',
        timeoutMs: 60_000,
        signal,
      });
      if (round >= 0) taken.get(name)?.push(performance.now() - begun);
    }
  }
  const [walls = [], bare = []] = arms.map(({ name }) => taken.get(name) ?? []);
  const ratio = quantile(walls, 0.5) / quantile(bare, 0.5);
  return [p(bare, 0.5), p(walls, 0.5), `${ratio.toFixed(2)}×`, p(bare, 0.95), p(walls, 0.95)];
}

/** Two workers started one after the other. */
async function starts(
  arms: readonly { readonly name: string; readonly bubblewrap: string | null }[],
  root: string,
  warehouse: Warehouse,
): Promise<void> {
  const taken = new Map<string, number[]>(arms.map(({ name }) => [name, []]));
  for (let round = 0; round < STARTS; round += 1) {
    for (const { name, bubblewrap } of round % 2 === 0 ? arms : [...arms].reverse()) {
      const begun = performance.now();
      const arm = await openArm(name, bubblewrap, root, warehouse);
      taken.get(name)?.push(performance.now() - begun);
      await close(arm);
    }
  }
  process.stdout.write('\n');
  print(['start of two workers', 'p50 ms', 'slowest ms']);
  for (const [name, values] of taken) print([name, p(values, 0.5), Math.max(...values).toFixed(0)]);
}

void main();
