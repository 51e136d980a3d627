import { join, resolve } from 'node:path';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { savedQueryDefinition } from '@svc/contracts';
import { diskLimits, LOGGER, namedObjectControllers, PlatformModule, sharingController } from '@svc/platform';
import { createSandbox, folderOfThisProcess, type Enforcement, openControlGroups } from '@svc/runner';
import { claimChecksIn, openWarehouse, type Warehouse, warehouseDirectory } from '@svc/warehouse';
import type { Logger } from 'pino';
import { CreateDatasetsAndQueries } from '../migrations/create-datasets-and-queries';
import { CreateScrub } from '../migrations/create-scrub';
import { ExtendQueriesAndAddSavedOnes } from '../migrations/extend-queries-and-add-saved-ones';
import { SayWhoSeesDatasetsAndQueries } from '../migrations/say-who-sees-datasets-and-queries';
import { KeepAccessOfDeletedDatasets } from '../migrations/keep-access-of-deleted-datasets';
import type { Config } from './config';
import { CertReaders } from './dataset/adapters/cert-readers';
import { PostgresDatasetStore } from './dataset/adapters/postgres-dataset-store';
import { DatasetController } from './dataset/dataset.controller';
import { DATASET_READERS, DATASET_STORE } from './dataset/dataset.ports';
import { DeleteDataset } from './dataset/delete-dataset';
import { FindDataset } from './dataset/find-dataset';
import { ProfileDataset } from './dataset/profile-dataset';
import { ReadDatasets } from './dataset/read-datasets';
import { RegisterDataset } from './dataset/register-dataset';
import { STORAGE_LIMIT } from './dataset/storage-limit';
import { DescribeProject } from './execution/describe-project';
import { ExecuteDerivation } from './execution/execute-derivation';
import { ExecutionController } from './execution/execution.controller';
import { ExecutionJobs } from './execution/execution-jobs';
import { DESCRIBING, EXECUTION_LIMITS, SPARE_EXECUTIONS } from './execution/execution-limits';
import { FindCause } from './execution/find-cause';
import { RunOnce } from './execution/run-once';
import { SampleTable } from './execution/sample-table';
import { SANDBOX } from './execution/sandbox-token';
import { IngestEngine } from './ingest/ingest-engine';
import { HOUSEKEEPING, Housekeeping } from './maintenance/housekeeping';
import { datasetSharing, DATASET_SHARING } from './dataset/adapters/dataset-sharing';
import { openWorkers } from './workers/open-workers';
import { CertDerivations } from './query/adapters/cert-derivations';
import { NatsReplicas } from './query/adapters/nats-replicas';
import { PostgresQueryLog } from './query/adapters/postgres-query-log';
import { REDIS_ANSWERS, RedisAnswers } from './query-engine/adapters/redis-answers';
import { DiskWatch } from './process/disk-watch';
import { AnswerCache } from './query-engine/answer/answer-cache';
import { openAnswerCache } from './query-engine/answer/open-answer-cache';
import { CallerAllowance } from './query-engine/caller-allowance';
import { CancelSql } from './query/cancel-sql';
import { DraftDerivation } from './query/draft/draft-derivation';
import { InspectStatement } from './query-engine/inspect-statement';
import { PerformStatement } from './query/perform-statement';
import { QueryEngine } from './query-engine/query-engine';
import { QUERY_LIMITS } from './query-engine/query-limits';
import { QueryTables } from './query/query-tables';
import { DATASET_CATALOG, DERIVATION_CATALOG, QUERY_LOG, REPLICAS } from './query/query.ports';
import { ReadQueries } from './query/read-queries';
import { RecordQuery } from './query/record-query';
import { ReplyWithAnswer } from './query-engine/answer/reply-with-answer';
import { ResolveSources } from './query/resolve-sources';
import { RunningQueries } from './query/running-queries';
import { RunSql } from './query/run-sql';
import { SqlController } from './query/sql.controller';
import { savedQueries, SAVED_QUERIES } from './saved-query/adapters/saved-queries';
import { PostgresScrubProgress } from './scrub/adapters/postgres-scrub-progress';
import { DamageAlarm } from './scrub/damage-alarm';
import { SCRUB, ScrubObjects } from './scrub/scrub-objects';
import { SCRUB_PROGRESS } from './scrub/scrub.ports';
import { Scrubbing } from './scrub/scrubbing';
import { HeldBytes, LOG_FOLDER } from './usage/held-bytes';
import { ReadUsage } from './usage/read-usage';
import { StorageGauges } from './usage/storage-gauges';
import { UsageController } from './usage/usage.controller';
import { WAREHOUSE } from './warehouse';
import { WORKER_POOLS, type WorkerPools, Workers } from './workers/workers';

const MiB = 1024 * 1024;
const DAY_MS = 86_400_000;
const ENFORCEMENT = Symbol('Enforcement');

const useCases: Provider[] = [
  FindDataset,
  RegisterDataset,
  DeleteDataset,
  ReadDatasets,
  ReadUsage,
  ProfileDataset,
  RunSql,
  ReplyWithAnswer,
  QueryTables,
  ReadQueries,
  CancelSql,
  InspectStatement,
  PerformStatement,
  DraftDerivation,
  ResolveSources,
  RecordQuery,
  RunningQueries,
  DescribeProject,
  ExecutionJobs,
  ExecuteDerivation,
  RunOnce,
  FindCause,
  SampleTable,
];

/** The composition root of compute-service: the only file that names adapters. */
@Module({})
export class ComputeServiceModule {
  static register(config: Config): DynamicModule {
    const warehouse = openSharedWarehouse(config);
    const scratch = join(
      resolve(config.SVC_SCRATCH ?? join(warehouseDirectory(config.SVC_WAREHOUSE), 'scratch')),
      folderOfThisProcess(),
    );
    return {
      module: ComputeServiceModule,
      imports: [
        PlatformModule.register({
          service: 'compute',
          config,
          migrations: [
            CreateDatasetsAndQueries,
            ExtendQueriesAndAddSavedOnes,
            SayWhoSeesDatasetsAndQueries,
            CreateScrub,
            KeepAccessOfDeletedDatasets,
          ],
          claimChecks: claimChecksIn(warehouse),
        }),
      ],
      controllers: [
        DatasetController,
        SqlController,
        ...namedObjectControllers('query', savedQueryDefinition, SAVED_QUERIES),
        ExecutionController,
        sharingController('dataset', DATASET_SHARING),
        UsageController,
      ],
      providers: [...useCases, ...engines(config, warehouse, scratch), ...adapters(config, scratch)],
    };
  }
}

/** Files that are staged and not adopted within an hour were forgotten: no file takes so long to read. */
const STAGED_LIFETIME_MS = 3_600_000;

function openSharedWarehouse(config: Config): Promise<Warehouse> {
  return openWarehouse(config.SVC_WAREHOUSE, {
    ...diskLimits(config, config.SVC_SCRATCH),
    stagedLifetimeMs: STAGED_LIFETIME_MS,
    answers: { perOwner: config.SVC_ANSWERS_PER_CALLER_MB * MiB, total: config.SVC_ANSWERS_MB * MiB },
  });
}

function engines(config: Config, warehouse: Promise<Warehouse>, scratch: string): Provider[] {
  const reading = { timeoutMs: config.SVC_INGEST_TIMEOUT_SECONDS * 1000, maxRows: config.SVC_TABLE_MAX_ROWS };
  return [
    { provide: WAREHOUSE, useFactory: () => warehouse },
    ...workers(config, scratch),
    Workers,
    {
      provide: AnswerCache,
      useFactory: (shared: RedisAnswers) => openAnswerCache(config.SVC_QUERY_CACHE_MB * MiB, shared),
      inject: [RedisAnswers],
    },
    {
      provide: QueryEngine,
      useFactory: (pools: WorkerPools, store: Warehouse, answers: AnswerCache, allowance: CallerAllowance) =>
        new QueryEngine(pools, store, answers, allowance),
      inject: [WORKER_POOLS, WAREHOUSE, AnswerCache, CallerAllowance],
    },
    { provide: CallerAllowance, useValue: new CallerAllowance(config.SVC_MAX_QUERIES_PER_CALLER) },
    {
      provide: IngestEngine,
      useFactory: (pools: WorkerPools, store: Warehouse) => new IngestEngine(pools.ingest, store, reading),
      inject: [WORKER_POOLS, WAREHOUSE],
    },
    {
      provide: SANDBOX,
      useFactory: ({ groups }: Enforcement) =>
        createSandbox({
          groups,
          python: config.SVC_PYTHON,
          hostSources: config.SVC_PYTHON_SOURCES,
          lockFile: config.SVC_PYTHON_LOCK,
          path: config.PATH,
          scratch: join(scratch, 'sandboxes'),
          concurrency: config.SVC_DERIVATION_CONCURRENCY + SPARE_EXECUTIONS + DESCRIBING,
        }),
      inject: [ENFORCEMENT],
    },
  ];
}

function openEnforcement(logger: Pick<Logger, 'info'>): Enforcement {
  const found = openControlGroups();
  logger.info(found.description);
  return found;
}

function workers(config: Config, scratch: string): Provider[] {
  return [
    { provide: DiskWatch, useFactory: (it: Warehouse) => new DiskWatch(it.floor), inject: [WAREHOUSE] },
    { provide: ENFORCEMENT, useFactory: openEnforcement, inject: [LOGGER] },
    {
      provide: WORKER_POOLS,
      useFactory: (disk: DiskWatch, { groups }: Enforcement) => openWorkers(config, scratch, disk, groups),
      inject: [DiskWatch, ENFORCEMENT],
    },
    StorageGauges,
    { provide: LOG_FOLDER, useValue: config.SVC_LOG_DIR ?? null },
    HeldBytes,
  ];
}

function adapters(config: Config, scratch: string): Provider[] {
  const sandbox = {
    wallMs: config.SVC_DERIVATION_TIMEOUT_SECONDS * 1000,
    memoryBytes: config.SVC_DERIVATION_MEMORY_MB * MiB,
  };
  return [
    { provide: QUERY_LIMITS, useValue: { timeoutMs: config.SVC_QUERY_TIMEOUT_SECONDS * 1000 } },
    {
      provide: EXECUTION_LIMITS,
      useValue: {
        sandbox,
        copyMs: config.SVC_QUERY_TIMEOUT_SECONDS * 1000,
        diskBytes: config.SVC_WORK_DISK_MB * MiB,
        concurrency: config.SVC_DERIVATION_CONCURRENCY,
      },
    },
    { provide: HOUSEKEEPING, useValue: { scratch, queryLogDays: config.SVC_QUERY_LOG_DAYS } },
    { provide: STORAGE_LIMIT, useValue: config.SVC_MAX_STORAGE_PER_CALLER_BYTES },
    datasetSharing,
    savedQueries,
    { provide: DATASET_STORE, useClass: PostgresDatasetStore },
    { provide: DATASET_READERS, useClass: CertReaders },
    { provide: DATASET_CATALOG, useExisting: DATASET_STORE },
    { provide: DERIVATION_CATALOG, useClass: CertDerivations },
    { provide: REPLICAS, useClass: NatsReplicas },
    {
      provide: REDIS_ANSWERS,
      useValue: { url: config.SVC_REDIS_URL, maxBytes: config.SVC_QUERY_SHARED_CACHE_MB * MiB },
    },
    RedisAnswers,
    PostgresQueryLog,
    { provide: QUERY_LOG, useExisting: PostgresQueryLog },
    Housekeeping,
    { provide: SCRUB, useValue: { bytesPerSecond: config.SVC_SCRUB_MB_PER_SECOND * MiB, restMs: DAY_MS } },
    { provide: SCRUB_PROGRESS, useClass: PostgresScrubProgress },
    ScrubObjects,
    DamageAlarm,
    ...(config.SVC_SCRUB_MB_PER_SECOND === 0 ? [] : [Scrubbing]),
  ];
}
