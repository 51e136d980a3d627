import { dirname, join } from 'node:path';
import { type Isolation, workerCommand } from '../process/worker-command';
import { WorkerFolder } from '../process/worker-folder';
import { WorkerPool } from '../process/worker-pool';
import { WorkerProcess } from '../process/worker-process';
import type { QueryPools } from './query-engine';
import type { AnyQueryWork } from './query-work';

export interface QueryPoolOptions {
  /** Holds the workers' folders; on the warehouse's file system, so that tables can be linked instead of copied. */
  readonly scratch: string;
  /** The folder of this service's compiled code: workers are programs of their own. */
  readonly code: string;
  readonly isolation: Isolation;
  readonly poolSize: number;
  readonly batchPoolSize: number;
  readonly queue: number;
  readonly memoryBytes: number;
  readonly spillBytes: number;
  /** 1 keeps sums of doubles the same to the last digit: with more, the order of addition is left to chance. */
  readonly threads: number;
  readonly graceMs: number;
}

const START_MS = 30_000;

/** Starts both pools; rejects when no worker can start here, with what it said. */
export async function openQueryPools(options: QueryPoolOptions): Promise<QueryPools> {
  const interactive = await openPool(options, options.poolSize, false);
  const batch = await openPool(options, options.batchPoolSize, true);
  return { interactive, batch };
}

function openPool(options: QueryPoolOptions, size: number, writes: boolean): Promise<WorkerPool<AnyQueryWork>> {
  return WorkerPool.open<AnyQueryWork>({
    size,
    queue: options.queue,
    graceMs: options.graceMs,
    recycleAfter: 10_000,
    recycleRssBytes: options.memoryBytes + 512 * 1024 * 1024,
    newFolder: () => WorkerFolder.create(options.scratch),
    start: (folder) => {
      const settings = {
        readable: [folder.in],
        writable: writes ? [folder.out] : [],
        spillFolder: folder.spill,
        spillBytes: options.spillBytes,
        memoryBytes: options.memoryBytes,
        threads: options.threads,
      };
      const program = join(options.code, 'query/worker/query-worker.main.js');
      return WorkerProcess.start(workerCommand({ program, settings, isolation: options.isolation, codeFolders: [options.code, packageFolder()] }), START_MS);
    },
  });
}

/** Where the packages are that workers load. */
export function packageFolder(): string {
  return join(dirname(require.resolve('@duckdb/node-api/package.json')), '..', '..');
}
