import { noun } from '../noun';
import { ownedKind } from '../object-access/owned-kind';
import { model, modelDefinition } from './model';
import {
  modelComparison,
  modelLineage,
  modelSchema,
  modelSource,
  modelVersion,
  modelVersionDetail,
} from './model-version';
import {
  compareVersions,
  deleteModel,
  deleteModelVersion,
  exportModel,
  getModel,
  getModelLineage,
  getModelSchema,
  getArtifact,
  listArtifacts,
  getModelVersion,
  listModels,
  listModelVersions,
  promoteModel,
  putModel,
  releaseAlias,
  trainModel,
} from './model.endpoints';
import { modelTraining, tableJudging, trainingRequest } from './training';
import { modelVocabulary } from './model.vocabulary';

/** Owner and visibility of a model, and of all its versions. */
const owned = ownedKind({
  kind: 'model',
  path: '/api/registry/models',
  subject: 'svc.model.model',
  reads: 'model:read',
});
export const { read: getModelAccess, share: shareModel } = owned;

/** What a put takes of an export: the versions come with what they stand on. */
function definitionOf(document: unknown): unknown {
  const { description, tags } = exportModel.response.parse(document).model;
  return { description, tags };
}

export const modelNoun = noun({
  name: 'model',
  ...modelVocabulary,
  endpoints: {
    trainModel,
    listModels,
    getModel,
    putModel,
    deleteModel,
    promoteModel,
    releaseAlias,
    compareVersions,
    exportModel,
    listModelVersions,
    getModelVersion,
    deleteModelVersion,
    getModelSchema,
    listArtifacts,
    getArtifact,
    getModelLineage,
  },
  access: { getModelAccess, shareModel },
  schemas: {
    Model: model,
    ModelDefinition: modelDefinition,
    ModelVersion: modelVersion,
    ModelVersionDetail: modelVersionDetail,
    ModelSource: modelSource,
    ModelSchema: modelSchema,
    ModelComparison: modelComparison,
    ModelLineage: modelLineage,
    TrainingRequest: trainingRequest,
  },
  jobKinds: [modelTraining, tableJudging],
  owned,
  life: { list: listModels, get: getModel, put: putModel, remove: deleteModel, tombstone: true },
  exports: { kind: 'model', by: exportModel, body: definitionOf },
});
