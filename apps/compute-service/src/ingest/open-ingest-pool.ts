import { openWorkerPool, type WorkerHost } from '../process/open-worker-pool';
import type { WorkerPool } from '../process/worker-pool';
import type { AnyIngestWork } from './ingest-work';

export interface IngestPoolOptions extends WorkerHost {
  readonly size: number;
  readonly queue: number;
  readonly memoryBytes: number;
  readonly spillBytes: number;
  readonly threads: number;
}

/** Starts the workers that read strangers' files: each reads one, and then its process ends. */
export function openIngestPool(options: IngestPoolOptions): Promise<WorkerPool<AnyIngestWork>> {
  return openWorkerPool<AnyIngestWork>(options, {
    ...options,
    program: 'ingest/worker/ingest-worker.main.js',
    writes: true,
    fileBytes: null,
    recycleAfter: 1,
  });
}
