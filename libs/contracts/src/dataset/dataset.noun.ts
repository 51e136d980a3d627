import { ownedKind } from '../object-access/owned-kind';
import { noun } from '../noun';
import {
  deleteDataset,
  exportDataset,
  getDataset,
  listDatasets,
  listDatasetVersions,
  previewDataset,
  profileDataset,
  registerDataset,
} from './dataset.endpoints';
import { column, dataset, rowSet } from './dataset';
import { datasetVocabulary } from './dataset.vocabulary';

/** Owner and visibility of a dataset. */
const owned = ownedKind({
  kind: 'dataset',
  path: '/api/datasets',
  subject: 'svc.compute.dataset',
  reads: 'dataset:read',
});
export const { read: getDatasetAccess, share: shareDataset } = owned;

export const datasetNoun = noun({
  name: 'dataset',
  ...datasetVocabulary,
  endpoints: {
    registerDataset,
    listDatasets,
    getDataset,
    listDatasetVersions,
    previewDataset,
    profileDataset,
    deleteDataset,
    exportDataset,
  },
  access: { getDatasetAccess, shareDataset },
  schemas: {
    Column: column,
    Dataset: dataset,
    RowSet: rowSet,
  },
  owned,
  life: {
    list: listDatasets,
    get: getDataset,
    put: registerDataset,
    remove: deleteDataset,
    history: listDatasetVersions,
    tombstone: true,
  },
  exports: { kind: 'dataset', by: exportDataset },
});
