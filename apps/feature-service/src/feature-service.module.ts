import { type DynamicModule, Module } from '@nestjs/common';
import { diskLimits, PlatformModule } from '@svc/platform';
import { claimChecksIn, openWarehouse } from '@svc/warehouse';
import { CreateFeatureRegistry } from '../migrations/create-feature-registry';
import type { Config } from './config';
import { EntityModule } from './entity/entity.module';
import { ViewModule } from './view/view.module';

const migrations = [CreateFeatureRegistry];

/** The composition root: what all modules share, and the modules, each of which binds its own adapters. */
@Module({})
export class FeatureServiceModule {
  static register(config: Config): DynamicModule {
    return {
      module: FeatureServiceModule,
      imports: [
        PlatformModule.register({
          service: 'feature',
          config,
          migrations,
          claimChecks: claimChecksIn(openWarehouse(config.SVC_WAREHOUSE, diskLimits(config))),
        }),
        EntityModule,
        ViewModule,
      ],
    };
  }
}
