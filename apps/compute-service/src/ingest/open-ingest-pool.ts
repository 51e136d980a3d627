import { openWorkerPool, type WorkerHost } from '../process/open-worker-pool';
import type { WorkerPool } from '../process/pool/worker-pool';
import type { AnyIngestWork } from './ingest-work';

export interface IngestPoolOptions extends WorkerHost {
  readonly size: number;
  readonly queue: number;
  readonly memoryBytes: number;
  readonly spillBytes: number;
  readonly diskBytes?: number;
  readonly threads: number;
}

/**
 * Starts the workers that read untrusted files: each reads one, and then its process ends. One more than `size`, and no caller
 * holds more than `size` of them: so one caller's long file never blocks another's short file.
 */
export function openIngestPool(options: IngestPoolOptions): Promise<WorkerPool<AnyIngestWork>> {
  return openWorkerPool<AnyIngestWork>(options, {
    ...options,
    size: options.size + 1,
    share: options.size,
    program: 'ingest/worker/ingest-worker.main.js',
    writes: true,
    fileBytes: null,
    // The table, and the digests of its rows.
    files: 2,
    recycleAfter: 1,
  });
}
