import type { FactoryProvider } from '@nestjs/common';
import { ObjectSharing, sharedRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { noDataset } from '../no-dataset';

/** Injects the {@link ObjectSharing} of datasets. */
export const DATASET_SHARING = Symbol('sharing of datasets');

/** Access columns in the table of the datasets themselves. */
export const datasetSharing: FactoryProvider = {
  provide: DATASET_SHARING,
  useFactory: (source: DataSource) => new ObjectSharing('dataset', sharedRows(source, 'dataset', noDataset)),
  inject: [DataSource],
};
