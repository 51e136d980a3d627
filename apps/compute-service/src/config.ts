import { platformConfig } from '@svc/platform';
import { z } from 'zod';

const megabytes = (least: number, byDefault: number) => z.coerce.number().int().min(least).default(byDefault);
const count = (byDefault: number) => z.coerce.number().int().min(1).max(1000).default(byDefault);
const seconds = (byDefault: number) => z.coerce.number().int().min(1).max(86_400).default(byDefault);

/** The environment of compute-service: the platform's variables and its own. */
export const configSchema = platformConfig.extend({
  SVC_POSTGRES_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe('a postgres://user:password@host:port/database URL'),
  SVC_REDIS_URL: z.url({ protocol: /^rediss?$/ }).describe('a redis://host:port URL'),
  SVC_WAREHOUSE: z.string().min(1).describe('the directory of the warehouse, shared by all services'),
  PATH: z.string().default('').describe('directories to search for bwrap before /usr/bin and /bin'),

  SVC_LOG_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('the directory of the logs of all processes, where it is on this machine: counted in usage'),
  SVC_SCRATCH: z
    .string()
    .min(1)
    .optional()
    .describe("a directory for workers' files, on the file system of the warehouse; default: <warehouse>/scratch"),
  SVC_WORKER_ISOLATION: z
    .enum(['bubblewrap', 'none'])
    .default('bubblewrap')
    .describe('none only where the pod or container isolates this service and nothing else runs in it'),

  SVC_QUERY_RUNNER: z
    .enum(['', 'worker', 'inprocess'])
    .default('')
    .describe(
      'where statements run (queryRunner): worker processes, or inprocess, where nothing can be killed; empty: worker',
    ),
  SVC_QUERY_POOL_SIZE: count(2).describe('query workers for answers (queryPoolSize)'),
  SVC_QUERY_BATCH_SIZE: count(1).describe('query workers that write tables'),
  SVC_QUERY_QUEUE: count(64).describe('maximum number of statements that wait for a worker'),
  SVC_QUERY_TIMEOUT_SECONDS: seconds(300).describe('time limit of a statement (queryTimeoutSeconds)'),
  SVC_QUERY_MEMORY_MB: megabytes(64, 1024).describe('memory of one query worker'),
  SVC_QUERY_SPILL_MB: megabytes(0, 8192).describe('disk one query worker may use for what does not fit in its memory'),
  SVC_QUERY_THREADS: count(1).describe(
    'threads of one query worker; more than 1 is faster, and sums of doubles may then differ in the last digits',
  ),
  SVC_QUERY_CACHE_MB: megabytes(0, 32).describe('size of the answer cache of one process; 0 for none'),
  SVC_QUERY_SHARED_CACHE_MB: megabytes(0, 256).describe(
    'size of the answer cache that all replicas share in Redis; 0 for none',
  ),
  SVC_QUERY_LOG_DAYS: count(30).describe('how long query history is kept'),
  SVC_DELETED_ROWS_DAYS: count(7).describe(
    'how long the rows of a deleted dataset are kept, when no evidence stands on them',
  ),

  SVC_SCRUB_MB_PER_SECOND: megabytes(0, 8).describe(
    'how fast stored objects are read once a day to find damage; 0: never, and damage is not announced',
  ),

  SVC_MAX_QUERIES_PER_CALLER: count(20).describe(
    'maximum number of statements of one caller, running or waiting, in one process',
  ),
  SVC_MAX_STORAGE_PER_CALLER_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(100 * 1024 ** 3)
    .describe('maximum size of the datasets of one owner, all versions together'),

  SVC_ANSWERS_PER_CALLER_MB: megabytes(1, 2048).describe(
    'maximum size of the result files that wait to be downloaded by one caller; each is removed once it is sent',
  ),
  SVC_ANSWERS_MB: megabytes(1, 16_384).describe('the same for all callers together'),
  SVC_WORK_DISK_MB: megabytes(64, 16_384).describe('disk that one statement, upload or run may use while it works'),

  SVC_INGEST_CONCURRENCY: count(1).describe('uploads of one caller that are read at once; one more is read for others'),
  SVC_INGEST_TIMEOUT_SECONDS: seconds(540).describe('time limit for reading an upload'),
  SVC_INGEST_MEMORY_MB: megabytes(64, 1024).describe('memory of a process that reads an upload'),
  SVC_INGEST_THREADS: count(2).describe('threads of a process that reads an upload'),
  SVC_TABLE_MAX_ROWS: z.coerce
    .number()
    .int()
    .min(1)
    .default(200_000_000)
    .describe('maximum number of rows of a stored table'),

  SVC_PYTHON: z.string().min(1).describe('the Python of the locked environment that runs derivations'),
  SVC_PYTHON_SOURCES: z.string().min(1).describe('the folder with the packages svc and svc_host'),
  SVC_PYTHON_LOCK: z.string().min(1).describe('the lock file from which that environment was installed'),
  SVC_DERIVATION_CONCURRENCY: count(2).describe(
    'derivations that run at once; a caller with none running may start one more',
  ),
  SVC_DERIVATION_TIMEOUT_SECONDS: seconds(120).describe('time limit of a run of a derivation (maxRuntime)'),
  SVC_DERIVATION_MEMORY_MB: megabytes(64, 4096).describe('memory of one run of a derivation'),
});

export type Config = Readonly<z.output<typeof configSchema>>;
