import { Module } from '@nestjs/common';
import { CONFIG, sharingController } from '@svc/platform';
import type { Config } from '../config';
import { IngestModule } from '../ingest/ingest.module';
import { QueryEngineModule } from '../query-engine/query-engine.module';
import { CertReaders } from './adapters/cert-readers';
import { datasetSharing, DATASET_SHARING } from './adapters/dataset-sharing';
import { PostgresDatasetStore } from './adapters/postgres-dataset-store';
import { DatasetController } from './dataset.controller';
import { DATASET_READERS, DATASET_STORE } from './dataset.ports';
import { DeleteDataset } from './delete-dataset';
import { FindDataset } from './find-dataset';
import { ProfileDataset } from './profile-dataset';
import { ReadDatasets } from './read-datasets';
import { RegisterDataset } from './register-dataset';
import { StoreRows } from './store-rows';
import { STORAGE_LIMIT } from './storage-limit';

/** Datasets, their versions and profiles. Gives others where they are stored, and how much of them one owner may have. */
@Module({
  imports: [IngestModule, QueryEngineModule],
  controllers: [DatasetController, sharingController('dataset', DATASET_SHARING)],
  providers: [
    FindDataset,
    RegisterDataset,
    StoreRows,
    DeleteDataset,
    ReadDatasets,
    ProfileDataset,
    datasetSharing,
    { provide: DATASET_STORE, useClass: PostgresDatasetStore },
    { provide: DATASET_READERS, useClass: CertReaders },
    {
      provide: STORAGE_LIMIT,
      useFactory: (config: Config) => config.SVC_MAX_STORAGE_PER_CALLER_BYTES,
      inject: [CONFIG],
    },
  ],
  exports: [DATASET_STORE, STORAGE_LIMIT],
})
export class DatasetModule {}
