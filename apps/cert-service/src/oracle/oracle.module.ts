import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { CONFIG, ConfigError, LOGGER } from '@svc/platform';
import { findWalls, folderOfThisProcess, openControlGroups } from '@svc/runner';
import { warehouseDirectory } from '@svc/warehouse';
import type { Logger } from 'pino';
import type { Config } from '../config';
import { ORACLE } from '../run/run.ports';
import { warehouseOf } from '../warehouse';
import { ComputeLargeTables } from './adapters/compute-large-tables';
import { LARGE_TABLES } from './large-tables';
import type { OracleWalls } from './oracle-child';
import { ORACLE_SETTINGS, OracleProcess, type OracleSettings } from './oracle-process';
import { OracleScratch } from './oracle-scratch';

/**
 * Judges rows in processes of their own. Global, and imported by the service alone, so that tests can put another oracle in
 * its place.
 */
@Global()
@Module({
  providers: [
    { provide: ORACLE_SETTINGS, useFactory: oracleSettings, inject: [CONFIG, LOGGER] },
    { provide: ORACLE, useClass: OracleProcess },
    { provide: LARGE_TABLES, useClass: ComputeLargeTables },
    OracleScratch,
  ],
  exports: [ORACLE],
})
export class OracleModule {}

async function oracleSettings(config: Config, logger: Pick<Logger, 'info'>): Promise<OracleSettings> {
  const { SVC_ORACLE_MEMORY_MB: memoryMb, SVC_ORACLE_TIMEOUT_MS: timeoutMs, SVC_ORACLE_ROWS: mostRows } = config;
  const walls = await oracleWalls(config, logger);
  return { program: join(__dirname, 'oracle-worker.js'), memoryMb, timeoutMs, mostRows, walls };
}

/** Fails closed: running without isolation must be configured explicitly. */
async function oracleWalls(config: Config, logger: Pick<Logger, 'info'>): Promise<OracleWalls | null> {
  if (config.SVC_WORKER_ISOLATION === 'none') return null;
  const walls = await findWalls(config.PATH);
  if ('problem' in walls) throw new ConfigError([walls.problem]);
  const packages = join(dirname(require.resolve('zod/package.json')), '..');
  const libraries = join(dirname(realpathSync(require.resolve('@svc/oracle/package.json'))), '..');
  const { groups, description } = openControlGroups();
  logger.info(description);
  const scratch = join(warehouseDirectory(warehouseOf(config)), 'scratch', folderOfThisProcess());
  return { bubblewrap: walls.bubblewrap, code: [join(__dirname, '..'), libraries, packages], scratch, groups };
}
