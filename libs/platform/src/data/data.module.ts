import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreateJob } from '../job/migrations/create-job';
import { CreateOutbox } from '../outbox/migrations/create-outbox';
import type { DataOptions } from './data-options';
import { sourceOptions } from './migrate';
import { openDataSource } from './open-data-source';

/**
 * Provides TypeORM's `DataSource` for the service's schema, migrated before anything else starts; with it the tables
 * that jobs and the outbox need. Boot waits for Postgres (ten tries, three seconds apart) and fails loudly after that.
 */
@Module({})
export class DataModule {
  static register(options: DataOptions): DynamicModule {
    const complete = { ...options, migrations: [CreateJob, CreateOutbox, ...(options.migrations ?? [])] };
    return {
      module: DataModule,
      imports: [TypeOrmModule.forRootAsync({ useFactory: () => sourceOptions(complete), dataSourceFactory: () => openDataSource(complete) })],
      exports: [TypeOrmModule],
    };
  }
}
