import { Module } from '@nestjs/common';
import { CERTIFIED_SOURCES, CertSources } from '@svc/certified-data';
import { CONFIG } from '@svc/platform';
import type { Config } from '../config';
import { ModelModule } from '../model/model.module';
import { CertJudge } from './adapters/cert-judge';
import { PostgresTrialLog } from './adapters/postgres-trial-log';
import { ServiceSources } from './adapters/service-sources';
import { StartTraining } from './start-training';
import { TrainVersion } from './train-version';
import { TrainingController } from './training.controller';
import { TrainingJobs } from './training-jobs';
import { TRAINING_LIMITS, type TrainingLimits } from './training-limits';
import { DATA_JUDGE, TRAINING_SOURCES, TRIAL_LOG } from './training.ports';

/** Trainings: accepted, judged, run by an engine, registered. */
@Module({
  imports: [ModelModule],
  controllers: [TrainingController],
  providers: [
    StartTraining,
    TrainVersion,
    TrainingJobs,
    { provide: CERTIFIED_SOURCES, useClass: CertSources },
    { provide: TRAINING_SOURCES, useClass: ServiceSources },
    { provide: DATA_JUDGE, useClass: CertJudge },
    { provide: TRIAL_LOG, useClass: PostgresTrialLog },
    {
      provide: TRAINING_LIMITS,
      useFactory: (config: Config): TrainingLimits => ({
        concurrency: config.SVC_TRAINING_CONCURRENCY,
        memoryMb: config.SVC_TRAINING_MEMORY_MB,
        threads: config.SVC_TRAINING_THREADS,
        perCaller: config.SVC_MAX_TRAININGS_PER_CALLER,
      }),
      inject: [CONFIG],
    },
  ],
})
export class TrainingModule {}
