import { z } from 'zod';
import { principal } from '../access/access';
import { endpoint, internalCall } from '../endpoint/endpoint';
import { objectName, timestamp } from '../json';
import { deleted, exportDocument } from '../named-object/named-object';
import { firstAccess } from '../object-access/object-access';
import { pageOf, pageQuery } from '../endpoint/page';
import { columnType, dataFormat, dataset, rowSet, tableProfile, tableVersion } from './dataset';

const byName = z.strictObject({ name: objectName });
const target = { type: 'dataset', param: 'name' } as const;

const stagedId = z.string().regex(/^[0-9a-f-]{36}$/);

/** The form fields beside the file part; the gateway adds `upload` once the file is in the warehouse's staging area. */
export const datasetForm = z.strictObject({
  name: objectName,
  description: z.string().max(4096).default(''),
  /** Default: by file name. */
  format: dataFormat.optional(),
  /** Declared column types (name → type); other types are inferred from the first 20,480 rows. */
  columns: z.record(z.string(), columnType).optional(),
  /** Texts that mean "missing" in CSV. */
  null_values: z.array(z.string().max(100)).max(20).default(['']),
  upload: z.strictObject({
    /** Name of the staged file; only the gateway can put one there. */
    staged: stagedId,
    bytes: z.int().nonnegative(),
    file_name: z.string().max(255),
  }),
});

export const registerDataset = endpoint({
  name: 'dataset.register',
  summary: 'Registers rows from CSV, JSON lines or Parquet; the same rows are the same version',
  method: 'POST',
  path: '/api/datasets',
  subject: 'svc.compute.dataset.register',
  status: 201,
  consumes: 'upload',
  query: firstAccess,
  body: datasetForm,
  response: dataset,
  timeoutMs: 600_000,
  problems: ['bad-rows', 'payload-too-large', 'unsupported-media-type', 'conflict'],
  access: { scope: 'dataset:write' },
  records: ['visibility', 'groups'],
  reports: ({ name, version }) => ({ dataset: name, data: version.data_hash }),
  etag: (it) => it.version.data_hash,
  location: (it) => `/api/datasets/${it.name}`,
});

export const listDatasets = endpoint({
  name: 'dataset.list',
  summary: 'Datasets by name',
  method: 'GET',
  path: '/api/datasets',
  subject: 'svc.compute.dataset.list',
  query: pageQuery,
  response: pageOf(dataset),
  access: { scope: 'dataset:read' },
});

export const getDataset = endpoint({
  name: 'dataset.get',
  summary: 'A dataset: its newest version and schema',
  method: 'GET',
  path: '/api/datasets/{name}',
  subject: 'svc.compute.dataset.get',
  params: byName,
  response: dataset,
  problems: ['not-found'],
  access: { scope: 'dataset:read' },
  target,
  etag: (it) => it.version.data_hash,
});

export const datasetVersion = tableVersion
  .omit({ object: true })
  .extend({ created_at: timestamp, created_by: z.string(), source: z.string() });

export const listDatasetVersions = endpoint({
  name: 'dataset.versions',
  summary: 'Every version of a dataset, newest first',
  method: 'GET',
  path: '/api/datasets/{name}/versions',
  subject: 'svc.compute.dataset.versions',
  params: byName,
  response: z.object({ items: z.array(datasetVersion) }),
  problems: ['not-found'],
  access: { scope: 'dataset:read' },
  target,
});

export const previewDataset = endpoint({
  name: 'dataset.preview',
  summary: 'The first rows of a dataset',
  method: 'GET',
  path: '/api/datasets/{name}/preview',
  subject: 'svc.compute.dataset.preview',
  params: byName,
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).default(20) }),
  response: rowSet,
  problems: ['not-found'],
  access: { scope: 'dataset:read' },
  target,
  timeoutMs: 30_000,
});

export const profileDataset = endpoint({
  name: 'dataset.profile',
  summary: 'What the columns of a dataset hold: nulls, distinct values, range, quantiles, top values',
  method: 'GET',
  path: '/api/datasets/{name}/profile',
  subject: 'svc.compute.dataset.profile',
  params: byName,
  response: tableProfile,
  problems: ['not-found', 'query-timeout', 'overloaded'],
  access: { scope: 'dataset:read' },
  target,
  timeoutMs: 130_000,
});

export const exportDataset = endpoint({
  name: 'dataset.export',
  summary: 'A dataset with every version as a document, without its rows',
  method: 'GET',
  path: '/api/exports/datasets/{name}',
  subject: 'svc.compute.dataset.export',
  params: byName,
  response: exportDocument('dataset', { dataset, history: z.array(datasetVersion) }),
  problems: ['not-found'],
  access: { scope: 'dataset:read' },
  target,
});

export const deleteDataset = endpoint({
  name: 'dataset.delete',
  summary:
    'Deletes a dataset that no derivation reads; its versions are kept, and its rows for a while and as long as evidence stands on them',
  method: 'DELETE',
  path: '/api/datasets/{name}',
  subject: 'svc.compute.dataset.delete',
  ifMatch: true,
  params: byName,
  response: deleted,
  problems: ['not-found', 'in-use', 'precondition-failed', 'precondition-required'],
  access: { scope: 'dataset:delete' },
  target,
});

/** For other services: turns a staged file of JSON lines into stored rows, which belong to no dataset. */
export const storeRows = internalCall({
  name: 'dataset.store-rows',
  subject: 'svc.compute.dataset.store-rows',
  request: z.strictObject({ staged: stagedId }),
  response: tableVersion,
  timeoutMs: 120_000,
});

/**
 * For other services: the current version of a dataset as the caller sees it; in a service's own name, as the principal
 * `as` does.
 */
export const resolveDatasets = internalCall({
  name: 'dataset.resolve',
  subject: 'svc.compute.dataset.resolve',
  request: z.strictObject({ names: z.array(objectName).max(100), as: principal.optional() }),
  response: z.object({
    datasets: z.record(z.string(), z.object({ version: tableVersion, created_at: timestamp })),
    missing: z.array(z.string()),
    known: z.array(z.string()),
  }),
});
