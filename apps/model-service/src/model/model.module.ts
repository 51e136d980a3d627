import { Module } from '@nestjs/common';
import { sharingController } from '@svc/platform';
import { ScorerModule } from '../scorer/scorer.module';
import { WebhookModule } from '../webhook/webhook.module';
import { PostgresModelStore } from './adapters/postgres-model-store';
import { ChangeModel } from './change-model';
import { EvidenceController } from './evidence.controller';
import { ModelController } from './model.controller';
import { MODEL_STORE } from './model.ports';
import { ReadArtifacts } from './read-artifacts';
import { ReadModels } from './read-models';
import { RegisterVersion } from './register-version';
import { ShareModel } from './share-model';
import { VersionController } from './version.controller';

/** The registry: models, versions and aliases. Gives others the versions, and takes what trainings made. */
@Module({
  imports: [WebhookModule, ScorerModule],
  controllers: [ModelController, VersionController, EvidenceController, sharingController('model', ShareModel)],
  providers: [
    ReadModels,
    ReadArtifacts,
    ChangeModel,
    RegisterVersion,
    ShareModel,
    { provide: MODEL_STORE, useClass: PostgresModelStore },
  ],
  exports: [ReadModels, RegisterVersion, MODEL_STORE],
})
export class ModelModule {}
