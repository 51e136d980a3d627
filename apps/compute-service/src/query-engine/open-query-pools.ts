import type { EngineSettings } from '../duckdb/engine-settings';
import { InProcessWorker } from '../process/in-process-worker';
import { openWorkerPool, type WorkerHost, type WorkerKind } from '../process/open-worker-pool';
import type { Worker } from '../process/worker';
import type { QueryPools } from './query-engine';
import type { AnyQueryWork } from './query-work';

/** Where statements run: in processes that can be killed, or in the service itself (`queryRunner`). */
export type QueryRunner = 'worker' | 'inprocess';

export interface QueryPoolOptions extends WorkerHost {
  readonly runner: QueryRunner;
  readonly poolSize: number;
  readonly batchPoolSize: number;
  readonly queue: number;
  readonly memoryBytes: number;
  readonly spillBytes: number;
  readonly diskBytes?: number;
  /** 1 keeps sums of doubles the same to the last digit: with more, the order of addition is left to chance. */
  readonly threads: number;
}

/** DuckDB leaks a little with every query; a worker is replaced before that matters. */
const RECYCLE_AFTER = 10_000;
/** Where statements may not spill at all. */
const MIN_FILE_BYTES = 1024 * 1024 * 1024;

/** Starts the workers for answers and those for files; rejects when no worker can start here. */
export async function openQueryPools(options: QueryPoolOptions): Promise<QueryPools> {
  // A statement's output file is limited like its spill: a million long rows must not fill the disk.
  const kind = {
    ...options,
    fileBytes: Math.max(options.spillBytes, MIN_FILE_BYTES),
    files: 1,
    program: PROGRAM[options.runner],
    recycleAfter: RECYCLE_AFTER,
  };
  const interactive = await openWorkerPool<AnyQueryWork>(options, { ...kind, size: options.poolSize, writes: false });
  const batch = await openWorkerPool<AnyQueryWork>(options, { ...kind, size: options.batchPoolSize, writes: true });
  return { interactive, batch };
}

const PROGRAM: Readonly<Record<QueryRunner, WorkerKind<AnyQueryWork>['program']>> = {
  worker: 'query-engine/worker/query-worker.main.js',
  inprocess: startHere,
};

/** The service loads the engine only when statements run inside it. */
async function startHere(settings: EngineSettings): Promise<Worker<AnyQueryWork>> {
  const { openQueryProgram } = await import('./worker/query-program.js');
  return new InProcessWorker(await openQueryProgram(settings));
}
