import { Module } from '@nestjs/common';
import { CONFIG } from '@svc/platform';
import type { Warehouse } from '@svc/warehouse';
import type { Config } from '../config';
import { ProcessModule } from '../process/process.module';
import { type BoundedHost, WORKER_HOST } from '../process/worker-host';
import { Workers } from '../process/workers';
import { WAREHOUSE } from '../warehouse';
import { IngestEngine } from './ingest-engine';
import { openIngestPool } from './open-ingest-pool';

const MiB = 1024 * 1024;

/** Turns the files of strangers into stored rows. */
@Module({
  imports: [ProcessModule],
  providers: [{ provide: IngestEngine, useFactory: openEngine, inject: [CONFIG, WORKER_HOST, Workers, WAREHOUSE] }],
  exports: [IngestEngine],
})
export class IngestModule {}

async function openEngine(
  config: Config,
  host: BoundedHost,
  workers: Workers,
  warehouse: Warehouse,
): Promise<IngestEngine> {
  const pool = await openIngestPool({
    ...host,
    size: config.SVC_INGEST_CONCURRENCY,
    queue: config.SVC_QUERY_QUEUE,
    memoryBytes: config.SVC_INGEST_MEMORY_MB * MiB,
    spillBytes: config.SVC_QUERY_SPILL_MB * MiB,
    threads: config.SVC_INGEST_THREADS,
  });
  workers.watch('ingest', pool);
  return new IngestEngine(pool, warehouse, {
    timeoutMs: config.SVC_INGEST_TIMEOUT_SECONDS * 1000,
    maxRows: config.SVC_TABLE_MAX_ROWS,
  });
}
