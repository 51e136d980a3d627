import { join, resolve } from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { diskLimits, PlatformModule } from '@svc/platform';
import { folderOfThisProcess } from '@svc/runner';
import { claimChecksIn, openWarehouse, type Warehouse, warehouseDirectory } from '@svc/warehouse';
import { CreateDatasetsAndQueries } from '../migrations/create-datasets-and-queries';
import { CreateScrub } from '../migrations/create-scrub';
import { ExtendQueriesAndAddSavedOnes } from '../migrations/extend-queries-and-add-saved-ones';
import { SayWhoSeesDatasetsAndQueries } from '../migrations/say-who-sees-datasets-and-queries';
import { KeepAccessOfDeletedDatasets } from '../migrations/keep-access-of-deleted-datasets';
import { DateDeletedDatasets } from '../migrations/date-deleted-datasets';
import type { Config } from './config';
import { DatasetModule } from './dataset/dataset.module';
import { RemovalModule } from './dataset/removal/removal.module';
import { ExecutionModule } from './execution/execution.module';
import { MaintenanceModule } from './maintenance/maintenance.module';
import { QueryModule } from './query/query.module';
import { SavedQueryModule } from './saved-query/saved-query.module';
import { SCRATCH } from './scratch';
import { ScrubModule } from './scrub/scrub.module';
import { UsageModule } from './usage/usage.module';
import { WAREHOUSE } from './warehouse';

const MiB = 1024 * 1024;

const migrations = [
  CreateDatasetsAndQueries,
  ExtendQueriesAndAddSavedOnes,
  SayWhoSeesDatasetsAndQueries,
  CreateScrub,
  KeepAccessOfDeletedDatasets,
  DateDeletedDatasets,
];

/** The composition root of compute-service: what all modules share, and the modules, each of which binds its own adapters. */
@Module({})
export class ComputeServiceModule {
  static register(config: Config): DynamicModule {
    const warehouse = openSharedWarehouse(config);
    return {
      module: ComputeServiceModule,
      imports: [
        PlatformModule.register({
          service: 'compute',
          config,
          migrations,
          claimChecks: claimChecksIn(warehouse),
          shared: [
            { provide: WAREHOUSE, useFactory: () => warehouse },
            { provide: SCRATCH, useValue: scratchOf(config) },
          ],
        }),
        DatasetModule,
        RemovalModule,
        QueryModule,
        SavedQueryModule,
        ExecutionModule,
        UsageModule,
        MaintenanceModule,
        ScrubModule,
      ],
    };
  }
}

function scratchOf(config: Config): string {
  const root = config.SVC_SCRATCH ?? join(warehouseDirectory(config.SVC_WAREHOUSE), 'scratch');
  return join(resolve(root), folderOfThisProcess());
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
