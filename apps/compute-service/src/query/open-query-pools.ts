import { openWorkerPool, type WorkerHost } from '../process/open-worker-pool';
import type { QueryPools } from './query-engine';
import type { AnyQueryWork } from './query-work';

export interface QueryPoolOptions extends WorkerHost {
  readonly poolSize: number;
  readonly batchPoolSize: number;
  readonly queue: number;
  readonly memoryBytes: number;
  readonly spillBytes: number;
  /** 1 keeps sums of doubles the same to the last digit: with more, the order of addition is left to chance. */
  readonly threads: number;
}

/** DuckDB leaks a little with every query; a worker is replaced before that matters. */
const RECYCLE_AFTER = 10_000;

/** Starts the workers for answers and those for files; rejects when no worker can start here. */
export async function openQueryPools(options: QueryPoolOptions): Promise<QueryPools> {
  const kind = { ...options, program: 'query/worker/query-worker.main.js', recycleAfter: RECYCLE_AFTER };
  const interactive = await openWorkerPool<AnyQueryWork>(options, { ...kind, size: options.poolSize, writes: false });
  const batch = await openWorkerPool<AnyQueryWork>(options, { ...kind, size: options.batchPoolSize, writes: true });
  return { interactive, batch };
}
