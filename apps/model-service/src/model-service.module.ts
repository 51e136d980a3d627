import { type DynamicModule, Module } from '@nestjs/common';
import { diskLimits, PlatformModule } from '@svc/platform';
import { claimChecksIn, openWarehouse } from '@svc/warehouse';
import { CreateModels } from '../migrations/create-models';
import { CreateWebhooks } from '../migrations/create-webhooks';
import type { Config } from './config';
import { ModelModule } from './model/model.module';
import { WebhookModule } from './webhook/webhook.module';

const migrations = [CreateModels, CreateWebhooks];

/** The composition root: what all modules share, and the modules, each of which binds its own adapters. */
@Module({})
export class ModelServiceModule {
  static register(config: Config): DynamicModule {
    return {
      module: ModelServiceModule,
      imports: [
        PlatformModule.register({
          service: 'model',
          config,
          migrations,
          claimChecks: claimChecksIn(openWarehouse(config.SVC_WAREHOUSE, diskLimits(config))),
        }),
        WebhookModule,
        ModelModule,
      ],
    };
  }
}
