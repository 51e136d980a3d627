import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { CONFIG, LOGGER } from '@svc/platform';
import { folderOfThisProcess, openControlGroups } from '@svc/runner';
import { warehouseDirectory } from '@svc/warehouse';
import type { Logger } from 'pino';
import type { Config } from '../config';
import { InstalledEngines } from './adapters/installed-engines';
import { ENGINES, type Engines } from './engine.ports';

/** Engines run in processes of their own. Global, and imported by the service alone, so that tests can put others in their place. */
@Global()
@Module({
  providers: [{ provide: ENGINES, useFactory: installedEngines, inject: [CONFIG, LOGGER] }],
  exports: [ENGINES],
})
export class EngineModule {}

function installedEngines(config: Config, logger: Pick<Logger, 'info'>): Engines {
  const { groups, description } = openControlGroups();
  logger.info(description);
  return new InstalledEngines({
    sources: config.SVC_PYTHON_SOURCES,
    environments: config.SVC_ENGINES,
    pip: config.SVC_PIP_ENVIRONMENT,
    scratch: join(warehouseDirectory(config.SVC_WAREHOUSE), 'scratch', folderOfThisProcess()),
    path: config.PATH,
    concurrency: config.SVC_TRAINING_CONCURRENCY,
    groups,
  });
}
