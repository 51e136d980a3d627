import { Module, type Provider } from '@nestjs/common';
import { CONFIG } from '@svc/platform';
import type { Warehouse } from '@svc/warehouse';
import type { Config } from '../config';
import { ProcessModule } from '../process/process.module';
import { type BoundedHost, WORKER_HOST } from '../process/worker-host';
import { Workers } from '../process/workers';
import { WAREHOUSE } from '../warehouse';
import { REDIS_ANSWERS, RedisAnswers } from './adapters/redis-answers';
import { AnswerCache } from './answer/answer-cache';
import { openAnswerCache } from './answer/open-answer-cache';
import { ReplyWithAnswer } from './answer/reply-with-answer';
import { CallerAllowance } from './caller-allowance';
import { InspectStatement } from './inspect-statement';
import { openQueryPools } from './open-query-pools';
import { QueryEngine, type QueryPools } from './query-engine';
import { QUERY_LIMITS } from './query-limits';

const MiB = 1024 * 1024;
const QUERY_POOLS = Symbol('QueryPools');

const cache: Provider[] = [
  {
    provide: REDIS_ANSWERS,
    useFactory: (config: Config) => ({
      url: config.SVC_REDIS_URL,
      maxBytes: config.SVC_QUERY_SHARED_CACHE_MB * MiB,
    }),
    inject: [CONFIG],
  },
  RedisAnswers,
  {
    provide: AnswerCache,
    useFactory: (config: Config, shared: RedisAnswers) => openAnswerCache(config.SVC_QUERY_CACHE_MB * MiB, shared),
    inject: [CONFIG, RedisAnswers],
  },
];

const limits: Provider[] = [
  {
    provide: QUERY_LIMITS,
    useFactory: (config: Config) => ({ timeoutMs: config.SVC_QUERY_TIMEOUT_SECONDS * 1000 }),
    inject: [CONFIG],
  },
  {
    provide: CallerAllowance,
    useFactory: (config: Config) => new CallerAllowance(config.SVC_MAX_QUERIES_PER_CALLER),
    inject: [CONFIG],
  },
];

/** The one query path: runs statements in worker processes, caches their answers and hands them over. */
@Module({
  imports: [ProcessModule],
  providers: [
    { provide: QUERY_POOLS, useFactory: openPools, inject: [CONFIG, WORKER_HOST, Workers] },
    {
      provide: QueryEngine,
      useFactory: (pools: QueryPools, warehouse: Warehouse, answers: AnswerCache, allowance: CallerAllowance) =>
        new QueryEngine(pools, warehouse, answers, allowance),
      inject: [QUERY_POOLS, WAREHOUSE, AnswerCache, CallerAllowance],
    },
    InspectStatement,
    ReplyWithAnswer,
    ...cache,
    ...limits,
  ],
  exports: [QueryEngine, InspectStatement, ReplyWithAnswer, CallerAllowance, QUERY_LIMITS],
})
export class QueryEngineModule {}

async function openPools(config: Config, host: BoundedHost, workers: Workers): Promise<QueryPools> {
  const pools = await openQueryPools({
    ...host,
    runner: config.SVC_QUERY_RUNNER === '' ? 'worker' : config.SVC_QUERY_RUNNER,
    poolSize: config.SVC_QUERY_POOL_SIZE,
    batchPoolSize: config.SVC_QUERY_BATCH_SIZE,
    queue: config.SVC_QUERY_QUEUE,
    memoryBytes: config.SVC_QUERY_MEMORY_MB * MiB,
    spillBytes: config.SVC_QUERY_SPILL_MB * MiB,
    threads: config.SVC_QUERY_THREADS,
  });
  workers.watch('interactive', pools.interactive);
  workers.watch('batch', pools.batch);
  return pools;
}
