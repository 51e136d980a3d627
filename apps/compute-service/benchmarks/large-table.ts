import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBubblewrap } from '@svc/runner';
import { openWarehouse } from '@svc/warehouse';
import { IngestEngine } from '../src/ingest/ingest-engine';
import { openIngestPool } from '../src/ingest/open-ingest-pool';
import type { WorkerPool } from '../src/process/pool/worker-pool';
import { openQueryPools } from '../src/query-engine/open-query-pools';
import { openAnswerCache } from '../src/query-engine/answer/open-answer-cache';
import { CallerAllowance } from '../src/query-engine/caller-allowance';
import { QueryEngine } from '../src/query-engine/query-engine';

/*
 * The cost of a derivation of ten million rows once its code has returned a query: writing the rows, and computing their identity.
 * `node dist/benchmarks/large-table.js [rows] [memory in MiB]`. Memory is the high-water mark of the worker process.
 */

const MiB = 1024 * 1024;
/** Nothing measured here is served from a cache. */
const NO_ANSWERS = openAnswerCache(0, { find: () => Promise.resolve(null), keep: () => undefined });

async function main(rows: number, memoryMiB: number): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'large-table-'));
  const warehouse = await openWarehouse(join(root, 'warehouse'));
  const host = {
    scratch: join(root, 'warehouse/scratch'),
    code: join(__dirname, '../src'),
    bubblewrap: findBubblewrap(''),
    graceMs: 2_000,
    patienceMs: 1_000,
  };
  const worker = { ...host, queue: 4, memoryBytes: memoryMiB * MiB, spillBytes: 20_000 * MiB };
  const pools = await openQueryPools({ ...worker, runner: 'worker', poolSize: 1, batchPoolSize: 1, threads: 1 });
  const ingest = await openIngestPool({ ...worker, size: 1, threads: 2 });
  const signal = new AbortController().signal;
  const sql = `SELECT i AS id, sin(i) AS v, 'name ' || (i % 1000) AS name, DATE '2020-01-01' + CAST(i % 1000 AS INTEGER) AS day, CASE WHEN i % 7 = 0 THEN NULL ELSE i % 100003 END AS k FROM range(${String(rows)}) r(i)`;
  try {
    const engine = new QueryEngine({ ...pools }, warehouse, NO_ANSWERS, new CallerAllowance(20));
    const copied = await measured('rows to Parquet', pools.batch, () =>
      engine.toParquet({ sql, tables: {}, caller: 'benchmark', timeoutMs: 600_000, signal }),
    );
    const reader = new IngestEngine(ingest, warehouse, { timeoutMs: 600_000, maxRows: rows });
    const identified = await measured('identity of the rows', ingest, () =>
      reader.identify(copied.file, false, { caller: 'benchmark', signal }),
    );
    const read = await measured('reading it as a file somebody wrote', ingest, () =>
      reader.readOutput(identified.file.path, false, { caller: 'benchmark', signal }),
    );
    if (read.data_hash !== identified.data_hash) throw new Error('the identities differ');
    process.stdout.write(`${String(identified.rows)} rows, ${identified.data_hash}\n`);
  } finally {
    await Promise.all([pools.interactive.close(), pools.batch.close(), ingest.close()]);
    await rm(root, { recursive: true, force: true });
  }
}

async function measured<T>(name: string, pool: Pick<WorkerPool<never>, 'pids'>, work: () => Promise<T>): Promise<T> {
  const [pid = 0] = await pool.pids();
  const inside = innermost(pid);
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, highWater(inside));
  }, 50);
  const started = performance.now();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.stdout.write(
      `| ${name} | ${((performance.now() - started) / 1000).toFixed(1)} s | ${String(Math.round(peak / 1024))} MiB |\n`,
    );
  }
}

function innermost(pid: number): number {
  const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').trim();
  return children === '' ? pid : innermost(Number(children.split(' ')[0]));
}

/** Peak resident KiB of a process that may have ended. */
function highWater(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

void main(Number(process.argv[2] ?? 10_000_000), Number(process.argv[3] ?? 1024));
