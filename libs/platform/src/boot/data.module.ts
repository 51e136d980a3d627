import { type DynamicModule, type FactoryProvider, Module } from '@nestjs/common';
import type { ServiceName } from '@svc/contracts';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { CONFIG, LOGGER, SERVICE } from '../config/tokens';
import type { PlatformConfig } from '../config/platform-config';
import { createJobQueue } from '../job/create-job-queue';
import { JobQueue } from '../job/job-queue';
import { JobController } from '../job/job.controller';
import { CreateJob } from '../job/migrations/create-job';
import { KeepGrantOfJob } from '../job/migrations/keep-grant-of-job';
import { ListAllJobs } from '../job/migrations/list-all-jobs';
import { TakeTurns } from '../job/migrations/take-turns';
import { AddLease } from '../lease/migrations/add-lease';
import { PostgresHolderRegister } from '../leased-fact/adapters/postgres-holder-register';
import { WithdrawalMetrics } from '../leased-fact/fact-metrics';
import { FactOwner } from '../leased-fact/fact-owner';
import { CreateFactHolder } from '../leased-fact/migrations/create-fact-holder';
import { OwnFacts } from '../leased-fact/own-facts';
import { PlatformMetrics } from '../metrics/platform-metrics';
import { NatsLink } from '../nats/nats-link';
import { OutboxStore } from '../outbox/adapters/outbox-store';
import { CreateOutbox } from '../outbox/migrations/create-outbox';
import { Outbox } from '../outbox/outbox';
import type { DataOptions } from '../data/data-options';
import { sourceOptions } from '../data/migrate';
import { openDataSource } from '../data/open-data-source';
import { DataWatch } from './data-watch';
import { ServiceData } from './service-data';

/**
 * The service's schema, migrated before anything else starts, and what lives in it: provides TypeORM's `DataSource`,
 * the `JobQueue`, the `Outbox` and the `FactOwner` to every module. Boot waits for Postgres (ten attempts, three seconds apart), then
 * fails.
 */
@Module({})
export class DataModule {
  static register(options: DataOptions): DynamicModule {
    const complete = {
      ...options,
      migrations: [
        CreateJob,
        CreateOutbox,
        KeepGrantOfJob,
        TakeTurns,
        ListAllJobs,
        AddLease,
        CreateFactHolder,
        ...(options.migrations ?? []),
      ],
    };
    return {
      module: DataModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => sourceOptions(complete),
          dataSourceFactory: () => openDataSource(complete),
        }),
      ],
      controllers: [JobController],
      providers: [jobQueue(options.service), outbox, factOwner, OwnFacts, DataWatch, ServiceData],
      exports: [TypeOrmModule, JobQueue, Outbox, FactOwner, OwnFacts],
    };
  }
}

function jobQueue(service: string): FactoryProvider {
  return {
    provide: JobQueue,
    useFactory: (source: DataSource, link: NatsLink, logger: Logger, config: PlatformConfig) =>
      createJobQueue({ service, redisUrl: config.SVC_REDIS_URL, source, link, logger }),
    inject: [DataSource, NatsLink, LOGGER, CONFIG],
  };
}

const outbox: FactoryProvider = {
  provide: Outbox,
  useFactory: (source: DataSource, logger: Logger) => new Outbox(new OutboxStore(source), logger),
  inject: [DataSource, LOGGER],
};

const factOwner: FactoryProvider = {
  provide: FactOwner,
  useFactory: (service: ServiceName, source: DataSource, link: NatsLink, metrics: PlatformMetrics, logger: Logger) =>
    new FactOwner({
      service,
      link,
      register: new PostgresHolderRegister(source),
      metrics: new WithdrawalMetrics(metrics.registry),
      report: (error) => logger.warn({ err: error }, 'holders of leases could not be listed, marked or removed'),
    }),
  inject: [SERVICE, DataSource, NatsLink, PlatformMetrics, LOGGER],
};
