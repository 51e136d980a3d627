import { join } from 'node:path';
import { ConfigError } from '@svc/platform';
import { type ControlGroups, findBubblewrap } from '@svc/runner';
import type { Config } from '../config';
import { openIngestPool } from '../ingest/open-ingest-pool';
import { openQueryPools } from '../query-engine/open-query-pools';
import type { DiskWatch } from '../process/disk-watch';
import type { WorkerPools } from './workers';

const MiB = 1024 * 1024;
/** From the first interrupt of a statement to SIGKILL. */
const GRACE_MS = 2_000;
/** How long a caller without running work waits for one who holds several workers. */
const PATIENCE_MS = 1_000;

/** Starts every worker process that the configuration asks for. Rejects with what to do when none can run here. */
export async function openWorkers(
  config: Config,
  scratch: string,
  disk?: DiskWatch,
  groups?: ControlGroups | null,
): Promise<WorkerPools> {
  const host = {
    scratch: join(scratch, 'workers'),
    code: join(__dirname, '..'),
    bubblewrap: isolation(config),
    groups,
    graceMs: GRACE_MS,
    patienceMs: PATIENCE_MS,
    disk,
    diskBytes: config.SVC_WORK_DISK_MB * MiB,
  };
  const spillBytes = config.SVC_QUERY_SPILL_MB * MiB;
  const queries = await openQueryPools({
    ...host,
    runner: config.SVC_QUERY_RUNNER === '' ? 'worker' : config.SVC_QUERY_RUNNER,
    poolSize: config.SVC_QUERY_POOL_SIZE,
    batchPoolSize: config.SVC_QUERY_BATCH_SIZE,
    queue: config.SVC_QUERY_QUEUE,
    memoryBytes: config.SVC_QUERY_MEMORY_MB * MiB,
    spillBytes,
    threads: config.SVC_QUERY_THREADS,
  });
  const ingest = await openIngestPool({
    ...host,
    size: config.SVC_INGEST_CONCURRENCY,
    queue: config.SVC_QUERY_QUEUE,
    memoryBytes: config.SVC_INGEST_MEMORY_MB * MiB,
    spillBytes,
    threads: config.SVC_INGEST_THREADS,
  });
  return { ...queries, ingest, scratch };
}

/** Fails closed: running without isolation must be configured explicitly. */
function isolation(config: Config): string | null {
  if (config.SVC_WORKER_ISOLATION === 'none') return null;
  const found = findBubblewrap(config.PATH);
  if (found !== null) return found;
  throw new ConfigError([
    'bwrap is not in PATH. Install bubblewrap, or set SVC_WORKER_ISOLATION=none where the container isolates this service.',
  ]);
}
