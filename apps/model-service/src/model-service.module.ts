import { type DynamicModule, Module } from '@nestjs/common';
import { diskLimits, PlatformModule } from '@svc/platform';
import { claimChecksIn, openWarehouse } from '@svc/warehouse';
import { CreateInferenceTable } from '../migrations/create-inference-table';
import { CreateModels } from '../migrations/create-models';
import { CreateTrainingTrials } from '../migrations/create-training-trials';
import { CreateWebhooks } from '../migrations/create-webhooks';
import type { Config } from './config';
import { ModelModule } from './model/model.module';
import { EngineModule } from './engine/engine.module';
import { ServingModule } from './serving/serving.module';
import { TrainingModule } from './training/training.module';
import { WAREHOUSE } from './warehouse';
import { TrackingModule } from './tracking/tracking.module';
import { WebhookModule } from './webhook/webhook.module';

const migrations = [CreateModels, CreateWebhooks, CreateTrainingTrials, CreateInferenceTable];

/** The composition root: what all modules share, and the modules, each of which binds its own adapters. */
@Module({})
export class ModelServiceModule {
  static register(config: Config): DynamicModule {
    const warehouse = openWarehouse(config.SVC_WAREHOUSE, diskLimits(config));
    return {
      module: ModelServiceModule,
      imports: [
        PlatformModule.register({
          service: 'model',
          config,
          migrations,
          claimChecks: claimChecksIn(warehouse),
          shared: [{ provide: WAREHOUSE, useFactory: () => warehouse }],
        }),
        WebhookModule,
        ModelModule,
        EngineModule,
        TrainingModule,
        ServingModule,
        TrackingModule,
      ],
    };
  }
}
