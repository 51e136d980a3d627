import { DataSource } from 'typeorm';
import type { DataOptions } from './data-options';
import { migrate, sourceOptions } from './migrate';

/** Migrates the service's schema, then connects to it. The caller must destroy the data source. */
export async function openDataSource(options: DataOptions): Promise<DataSource> {
  await migrate(options);
  return new DataSource(sourceOptions(options)).initialize();
}
