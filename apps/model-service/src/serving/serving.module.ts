import { Module } from '@nestjs/common';
import { CONFIG } from '@svc/platform';
import type { Config } from '../config';
import { ModelModule } from '../model/model.module';
import { ScorerModule } from '../scorer/scorer.module';
import { PostgresInferenceTable } from './adapters/postgres-inference-table';
import { InvokeModel } from './invoke-model';
import { LabelInferences } from './label-inferences';
import { ReadInferences } from './read-inferences';
import { INFERENCE_DAYS, RetainInferences } from './retain-inferences';
import { ServedVersions } from './served-versions';
import { ServingController } from './serving.controller';
import { INFERENCE_TABLE } from './serving.ports';

/** Predictions of registered versions, and the table of invocations. */
@Module({
  imports: [ModelModule, ScorerModule],
  controllers: [ServingController],
  providers: [
    ServedVersions,
    InvokeModel,
    ReadInferences,
    LabelInferences,
    RetainInferences,
    { provide: INFERENCE_TABLE, useClass: PostgresInferenceTable },
    {
      provide: INFERENCE_DAYS,
      useFactory: (config: Config) => config.SVC_INFERENCE_DAYS,
      inject: [CONFIG],
    },
  ],
})
export class ServingModule {}
