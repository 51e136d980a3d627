import { Module } from '@nestjs/common';
import { CONFIG } from '@svc/platform';
import type { Config } from '../config';
import { DatasetModule } from '../dataset/dataset.module';
import { QueryEngineModule } from '../query-engine/query-engine.module';
import { HeldBytes, LOG_FOLDER } from './held-bytes';
import { ReadUsage } from './read-usage';
import { StorageGauges } from './storage-gauges';
import { UsageController } from './usage.controller';

/** What callers use of what they may, and what the service holds of the disk. */
@Module({
  imports: [DatasetModule, QueryEngineModule],
  controllers: [UsageController],
  providers: [
    ReadUsage,
    HeldBytes,
    StorageGauges,
    { provide: LOG_FOLDER, useFactory: (config: Config) => config.SVC_LOG_DIR ?? null, inject: [CONFIG] },
  ],
})
export class UsageModule {}
