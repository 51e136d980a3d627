import { z } from 'zod';
import { endpoint } from '../endpoint/endpoint';
import { job } from '../job/job';
import { objectName } from '../json';
import { deleted, exportDocument } from '../named-object/named-object';
import { firstAccess } from '../object-access/object-access';
import { pageOf, pageQuery } from '../endpoint/page';
import { CHAMPION, model, modelAlias, modelDefinition, versionNumber, versionRef } from './model';
import { fileReply } from '../endpoint/file-reply';
import {
  ARTIFACT_TYPES,
  modelArtifact,
  modelComparison,
  modelLineage,
  modelSchema,
  modelVersion,
  modelVersionDetail,
} from './model-version';
import { trainingRequest } from './training';

const byName = z.strictObject({ name: objectName });
const byVersion = byName.extend({ version: versionRef });
const target = { type: 'model', param: 'name' } as const;
const read = { scope: 'model:read' } as const;
const moved = ['precondition-failed', 'precondition-required'] as const;
const collection = '/api/registry/models';
const subject = 'svc.model.model';

export const trainModel = endpoint({
  name: 'model.train',
  summary: 'Trains a version on certified rows or a dataset; the oracle judges the rows for leaks before the search',
  method: 'POST',
  path: '/api/registry/train',
  subject: `${subject}.train`,
  status: 202,
  timeoutMs: 30_000,
  idempotencyKey: true,
  query: firstAccess,
  body: trainingRequest,
  response: job,
  problems: [
    'invalid-request',
    'not-found',
    'conflict',
    'uncertified-source',
    'object-corrupt',
    'quota-exceeded',
    'unavailable',
  ],
  access: { scope: 'model:write' },
  records: ['visibility', 'groups', 'name'],
  location: (it) => `/api/jobs/${it.id}`,
});

export const listModels = endpoint({
  name: 'model.list',
  summary: 'Registered models by name',
  method: 'GET',
  path: collection,
  subject: `${subject}.list`,
  query: pageQuery,
  response: pageOf(model),
  access: read,
});

export const getModel = endpoint({
  name: 'model.get',
  summary: 'A registered model: its newest version, its champion and its other aliases',
  method: 'GET',
  path: `${collection}/{name}`,
  subject: `${subject}.get`,
  params: byName,
  response: model,
  problems: ['not-found'],
  access: read,
  target,
  etag: (it) => it.etag,
});

export const putModel = endpoint({
  name: 'model.put',
  summary: 'Registers a model without versions, or replaces its description and tags',
  method: 'PUT',
  path: `${collection}/{name}`,
  subject: `${subject}.put`,
  ifMatch: true,
  params: byName,
  query: firstAccess,
  body: modelDefinition,
  response: model,
  problems: ['conflict', ...moved],
  access: { scope: 'model:write' },
  target,
  records: ['visibility', 'groups'],
  etag: (it) => it.etag,
  location: (it) => `${collection}/${it.name}`,
});

export const deleteModel = endpoint({
  name: 'model.delete',
  summary: 'Deletes a model with all its versions; its numbers are not used again',
  method: 'DELETE',
  path: `${collection}/{name}`,
  subject: `${subject}.delete`,
  ifMatch: true,
  params: byName,
  response: deleted,
  problems: ['not-found', ...moved],
  access: { scope: 'model:delete' },
  target,
});

export const promoteModel = endpoint({
  name: 'model.promote',
  summary: 'Moves an alias to a version; the champion is what a bare model name serves',
  method: 'POST',
  path: `${collection}/{name}/promote`,
  subject: `${subject}.promote`,
  idempotencyKey: true,
  params: byName,
  body: z.strictObject({
    version: versionNumber,
    alias: modelAlias.default(CHAMPION),
    /** Moves the alias only if it is at this version now; null: only if nothing has it. */
    from: versionNumber.nullable().optional(),
  }),
  response: model,
  problems: ['not-found', 'precondition-failed'],
  access: { scope: 'model:promote' },
  target,
  records: ['version', 'alias'],
  etag: (it) => it.etag,
});

export const releaseAlias = endpoint({
  name: 'model.release',
  summary: 'Takes an alias away; without a champion a bare model name serves nothing',
  method: 'DELETE',
  path: `${collection}/{name}/aliases/{alias}`,
  subject: `${subject}.release`,
  params: byName.extend({ alias: modelAlias }),
  response: model,
  problems: ['not-found'],
  access: { scope: 'model:promote' },
  target,
  etag: (it) => it.etag,
});

export const compareVersions = endpoint({
  name: 'model.compare',
  summary: 'What differs between two versions: scores, parameters, data, features, verdict',
  method: 'GET',
  path: `${collection}/{name}/compare`,
  subject: `${subject}.compare`,
  params: byName,
  query: z.strictObject({ left: versionRef, right: versionRef }),
  response: modelComparison,
  problems: ['not-found'],
  access: read,
  target,
});

export const exportModel = endpoint({
  name: 'model.export',
  summary: 'A model with every version and its evidence, as a document',
  method: 'GET',
  path: '/api/exports/models/{name}',
  subject: `${subject}.export`,
  params: byName,
  response: exportDocument('model', { model, versions: z.array(modelVersionDetail) }),
  problems: ['not-found'],
  access: read,
  target,
});

export const listModelVersions = endpoint({
  name: 'model.versions',
  summary: 'The versions of a model, newest first',
  method: 'GET',
  path: `${collection}/{name}/versions`,
  subject: `${subject}.versions`,
  params: byName,
  query: pageQuery,
  response: pageOf(modelVersion),
  problems: ['not-found', 'invalid-request'],
  access: read,
  target,
});

export const getModelVersion = endpoint({
  name: 'model.version',
  summary: 'A version with all that is known of its training, by number or alias',
  method: 'GET',
  path: `${collection}/{name}/versions/{version}`,
  subject: `${subject}.version`,
  params: byVersion,
  response: modelVersionDetail,
  problems: ['not-found'],
  access: read,
  target,
});

export const deleteModelVersion = endpoint({
  name: 'model.delete_version',
  summary: 'Deletes a version that no alias names; its number is not used again',
  method: 'DELETE',
  path: `${collection}/{name}/versions/{version}`,
  subject: `${subject}.delete-version`,
  params: byName.extend({ version: z.coerce.number().int().positive().max(2_147_483_647) }),
  response: deleted,
  problems: ['not-found', 'in-use'],
  access: { scope: 'model:delete' },
  target,
});

export const getModelSchema = endpoint({
  name: 'model.schema',
  summary: 'The signature and the input example that were logged at training',
  method: 'GET',
  path: `${collection}/{name}/versions/{version}/schema`,
  subject: `${subject}.schema`,
  params: byVersion,
  response: modelSchema,
  problems: ['not-found'],
  access: read,
  target,
});

export const listArtifacts = endpoint({
  name: 'model.artifacts',
  summary: 'What the training left as evidence: script, model card, plots, profile, trials, drift sample, model',
  method: 'GET',
  path: `${collection}/{name}/versions/{version}/artifacts`,
  subject: `${subject}.artifacts`,
  params: byVersion,
  response: z.object({ items: z.array(modelArtifact) }),
  problems: ['not-found', 'object-corrupt', 'training-failed'],
  access: read,
  target,
});

export const getArtifact = endpoint({
  name: 'model.artifact',
  summary: 'One file of the evidence; the script reproduces the model, and the model itself is an untrusted pickle',
  method: 'GET',
  path: `${collection}/{name}/versions/{version}/artifacts/content`,
  subject: `${subject}.artifact`,
  params: byVersion,
  query: z.strictObject({ path: z.string().min(1).max(300) }),
  response: fileReply,
  produces: ARTIFACT_TYPES,
  problems: ['not-found', 'object-corrupt', 'training-failed'],
  access: read,
  timeoutMs: 60_000,
  target,
});

export const getModelLineage = endpoint({
  name: 'model.lineage',
  summary: 'What a version stands on: its source, certificate and training, and the aliases that serve it',
  method: 'GET',
  path: `${collection}/{name}/versions/{version}/lineage`,
  subject: `${subject}.lineage`,
  params: byVersion,
  response: modelLineage,
  problems: ['not-found'],
  access: read,
  target,
});
