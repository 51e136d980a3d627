import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { TableVersion } from '@svc/contracts';
import { requireProgram } from '@svc/testing';
import { openWarehouse, type Warehouse } from '@svc/warehouse';
import { literal } from '@svc/duckdb-sql';
import type { SharedAnswers } from '../src/query-engine/answer/answer-cache';
import { CallerAllowance } from '../src/query-engine/caller-allowance';
import { openAnswerCache } from '../src/query-engine/answer/open-answer-cache';
import { openQueryPools, type QueryPoolOptions } from '../src/query-engine/open-query-pools';
import { QueryEngine, type QueryPools } from '../src/query-engine/query-engine';
import { compiledCode } from './compiled-code';

const MiB = 1024 * 1024;

/** A query engine on a private warehouse, as the service composes it. */
export interface QueryStack {
  readonly engine: QueryEngine;
  readonly pools: QueryPools;
  readonly warehouse: Warehouse;
  readonly root: string;
  /** Stores the rows of a trusted SELECT. Its `data_hash` and columns are made up: the engine does not read them. */
  table(select: string): Promise<TableVersion>;
  stop(): Promise<void>;
}

export async function startQueryStack(options: Partial<QueryPoolOptions> = {}): Promise<QueryStack> {
  const root = await mkdtemp(join(tmpdir(), 'query-stack-'));
  const warehouse = await openWarehouse(join(root, 'warehouse'));
  const pools = await openQueryPools({
    scratch: join(root, 'warehouse/scratch'),
    code: compiledCode(),
    bubblewrap: requireProgram('bwrap', 'bubblewrap'),
    poolSize: 1,
    batchPoolSize: 1,
    queue: 8,
    memoryBytes: 256 * MiB,
    spillBytes: 1024 * MiB,
    threads: 1,
    graceMs: 2_000,
    patienceMs: 300,
    runner: 'worker',
    ...options,
  }).catch(async (error: unknown) => {
    await rm(root, { recursive: true, force: true });
    throw error;
  });
  const trusted = await DuckDBInstance.create(':memory:');
  const connection = await trusted.connect();
  return {
    engine: new QueryEngine(pools, warehouse, openAnswerCache(0, NOTHING_SHARED), new CallerAllowance(1000)),
    pools,
    warehouse,
    root,
    async table(select) {
      const staged = await warehouse.stage();
      await connection.run(`COPY (${select}) TO ${literal(staged.path)} (FORMAT parquet)`);
      const { object, bytes } = await warehouse.adopt(staged);
      return { data_hash: `sha256:${object}`, object, bytes, rows: 0, columns: [] };
    },
    async stop() {
      connection.closeSync();
      trusted.closeSync();
      await Promise.all([pools.interactive.close(), pools.batch.close()]);
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** No other replica has any cached answer. */
const NOTHING_SHARED: SharedAnswers = { find: () => Promise.resolve(null), keep: () => undefined };

/** A signal that never fires. */
export const forever = new AbortController().signal;
