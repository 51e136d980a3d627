import { z } from 'zod';
import { rowSet, tableVersion } from '../dataset/dataset';
import { endpoint, internalCall } from '../endpoint/endpoint';
import { fileReply } from '../endpoint/file-reply';
import { DEFAULT_SET, digest, objectName, sourceName, timestamp } from '../json';
import { job } from '../job/job';
import { deleted } from '../named-object/named-object';
import { firstAccess } from '../object-access/object-access';
import { pageOf, pageQuery } from '../endpoint/page';
import { problem } from '../problem/problem';
import { verdict } from '../attestation/attestation';
import { brokenFile, derivation, manifest, parameterSet, projectFiles, run } from './derivation';

const byName = z.strictObject({ name: objectName });
const inSet = z.strictObject({ set: objectName.default(DEFAULT_SET).describe('the parameter set') });
const target = { type: 'derivation', param: 'name' } as const;
const read = { scope: 'derivation:read' } as const;

/** A project's Python files and the one that defines the derivation. */
const source = z.strictObject({ files: projectFiles, origin: z.enum(['repository', 'api', 'agent']).default('api') });

export const describeDerivations = endpoint({
  name: 'derivation.describe',
  summary: 'What the derivations in these files declare; stores nothing',
  method: 'POST',
  path: '/api/derivations/describe',
  subject: 'svc.cert.derivation.describe',
  body: z.strictObject({ files: projectFiles }),
  response: z.object({
    manifests: z.array(manifest),
    /** By name, why a claim or contract is not well formed; such a derivation cannot be put. */
    refused: z.record(objectName, problem).default({}),
    /** The files that cannot be imported; the others are described without them. */
    broken: z.array(brokenFile).default([]),
  }),
  problems: ['invalid-source', 'isolation-unavailable'],
  access: { scope: 'derivation:write' },
  timeoutMs: 60_000,
});

export const listDerivations = endpoint({
  name: 'derivation.list',
  summary: 'Derivations by name, with their newest verdict',
  method: 'GET',
  path: '/api/derivations',
  subject: 'svc.cert.derivation.list',
  query: pageQuery,
  response: pageOf(derivation),
  access: read,
});

export const getDerivation = endpoint({
  name: 'derivation.get',
  summary: 'A derivation: source, claim, contract, newest run',
  method: 'GET',
  path: '/api/derivations/{name}',
  subject: 'svc.cert.derivation.get',
  params: byName,
  response: derivation.extend({ source: z.string(), parameter_sets: z.array(parameterSet) }),
  problems: ['not-found'],
  access: read,
  target,
  etag: (it) => it.etag,
});

export const putDerivation = endpoint({
  name: 'derivation.put',
  summary: 'Creates or replaces a derivation from its source',
  method: 'PUT',
  path: '/api/derivations/{name}',
  subject: 'svc.cert.derivation.put',
  params: byName,
  query: firstAccess,
  body: source,
  response: derivation,
  ifMatch: true,
  timeoutMs: 60_000,
  problems: [
    'invalid-source',
    'invalid-claim',
    'invalid-contract',
    'conflict',
    'precondition-failed',
    'precondition-required',
    'isolation-unavailable',
  ],
  access: { scope: 'derivation:write' },
  // Everything that is claimed, its question included, so that a certificate can prove when it was.
  reports: ({ claim }) => ({ claim }),
  target,
  records: ['visibility', 'groups'],
  etag: (it) => it.etag,
  location: (it) => `/api/derivations/${it.name}`,
});

export const deleteDerivation = endpoint({
  name: 'derivation.delete',
  summary: 'Deletes a derivation that nothing depends on; its history is kept',
  method: 'DELETE',
  path: '/api/derivations/{name}',
  subject: 'svc.cert.derivation.delete',
  ifMatch: true,
  params: byName,
  response: deleted,
  problems: ['not-found', 'in-use', 'precondition-failed', 'precondition-required'],
  access: { scope: 'derivation:write' },
  target,
});

export const runDerivation = endpoint({
  name: 'derivation.run',
  summary: 'Runs a derivation, twice, and has the oracle check its claim',
  method: 'POST',
  path: '/api/derivations/{name}/run',
  subject: 'svc.cert.derivation.run',
  status: 202,
  params: byName,
  body: z.strictObject({
    params: z.record(z.string(), z.json()).default({}),
    /** Names parameters that differ from the defaults. Once it exists, it can be run without repeating them. */
    set: objectName.optional(),
    /** Run even if code, parameters, environment and inputs are those of the newest run. */
    force: z.boolean().default(false),
  }),
  response: job,
  problems: ['not-found', 'invalid-request', 'conflict', 'uncertified-source', 'quota-exceeded', 'unavailable'],
  access: { scope: 'derivation:run' },
  target,
  idempotencyKey: true,
  location: (it) => `/api/jobs/${it.id}`,
});

export const checkDerivation = endpoint({
  name: 'derivation.check',
  summary: 'Previews what the oracle would say: counts no attempt, issues nothing, and is recorded as a look',
  method: 'POST',
  path: '/api/derivations/{name}/check',
  subject: 'svc.cert.derivation.check',
  status: 202,
  params: byName,
  body: z.strictObject({ params: z.record(z.string(), z.json()).default({}), set: objectName.optional() }),
  response: job,
  problems: ['not-found', 'invalid-request', 'no-claim', 'uncertified-source', 'quota-exceeded', 'unavailable'],
  access: { scope: 'derivation:run' },
  target,
  idempotencyKey: true,
  location: (it) => `/api/jobs/${it.id}`,
});

export const suggestClaim = endpoint({
  name: 'derivation.suggest-claim',
  summary: 'Proposes a complete claim from the stored rows, each line with its reason; runs nothing',
  method: 'POST',
  path: '/api/derivations/{name}/claim/suggest',
  subject: 'svc.cert.derivation.suggest-claim',
  status: 202,
  params: byName,
  query: z.strictObject({ set: objectName.optional().describe('the parameter set whose rows are read') }),
  response: job,
  problems: ['not-found', 'quota-exceeded', 'unavailable'],
  access: { scope: 'derivation:run' },
  target,
  idempotencyKey: true,
  location: (it) => `/api/jobs/${it.id}`,
});

export const listRuns = endpoint({
  name: 'derivation.runs',
  summary: 'Every run of a derivation, newest first, also failed and refused ones',
  method: 'GET',
  path: '/api/derivations/{name}/runs',
  subject: 'svc.cert.derivation.runs',
  params: byName,
  query: pageQuery.extend({
    cursor: z.uuid().optional(),
    set: objectName.optional().describe('only the runs of this parameter set'),
  }),
  response: pageOf(run),
  problems: ['not-found'],
  access: read,
  target,
});

export const getRunPictures = endpoint({
  name: 'derivation.pictures',
  summary: 'The page of pictures of a run: its estimate under each adjustment, residuals, power',
  method: 'GET',
  path: '/api/derivations/{name}/runs/{run}/pictures',
  subject: 'svc.cert.derivation.pictures',
  params: byName.extend({ run: z.uuid() }),
  response: fileReply,
  produces: ['image/svg+xml'],
  problems: ['not-found'],
  access: read,
  target,
});

export const getRows = endpoint({
  name: 'derivation.rows',
  summary: 'The rows of the newest successful run',
  method: 'GET',
  path: '/api/derivations/{name}/rows',
  subject: 'svc.cert.derivation.rows',
  params: byName,
  query: inSet.extend({ limit: z.coerce.number().int().min(1).max(10_000).default(100) }),
  response: rowSet,
  problems: ['not-found'],
  access: read,
  target,
  timeoutMs: 30_000,
});

export const revokeDerivation = endpoint({
  name: 'derivation.revoke',
  summary: 'Withdraws the certification of the newest run',
  method: 'POST',
  path: '/api/derivations/{name}/revoke',
  subject: 'svc.cert.derivation.revoke',
  params: byName,
  body: inSet.extend({ reason: z.string().min(1).max(1000) }),
  response: derivation,
  problems: ['not-found', 'conflict'],
  access: { scope: 'derivation:revoke' },
  target,
});

/** For callers who have read the code and want it to act with their rights from now on. */
export const takeOverDerivation = endpoint({
  name: 'derivation.takeover',
  summary: 'Makes the caller the author of the unchanged derivation: it then acts with their rights',
  method: 'POST',
  path: '/api/derivations/{name}/take-over',
  subject: 'svc.cert.derivation.takeover',
  params: byName,
  response: derivation,
  problems: ['not-found', 'precondition-failed', 'precondition-required'],
  access: { scope: 'derivation:write' },
  ifMatch: true,
  etag: ({ etag }) => etag,
  target,
});

/** The currently certified run of a derivation, or why it is not certified. */
export const certifiedSource = z.object({
  /** As it was asked for: the derivation, with its parameter set where one was named. */
  derivation: sourceName,
  certified: z.boolean(),
  reason: z.string(),
  /** True when it is not certified only because rows are damaged in storage: a fault of the service, not of the derivation. */
  damaged: z.boolean().optional(),
  run: z.uuid().nullable(),
  verdict: verdict.nullable(),
  table: tableVersion.nullable(),
  params: z.record(z.string(), z.json()),
  certificate_digest: digest.nullable(),
  as_of: timestamp.nullable(),
});
export type CertifiedSource = z.infer<typeof certifiedSource>;

/** For other services: the current rows of a name, and whether they are certified. Unknown names are `missing`. */
export const resolveDerivations = internalCall({
  name: 'derivation.resolve',
  subject: 'svc.cert.derivation.resolve',
  /** `holder` is the replica that wants a lease on the answer. */
  request: z.strictObject({ names: z.array(sourceName).max(100), holder: z.uuid().optional() }),
  response: z.object({
    sources: z.record(z.string(), certifiedSource),
    missing: z.array(z.string()),
    /** The derivations that the answer depends on, when the holder has a lease on it. */
    topics: z.array(z.string()).nullish(),
  }),
});

/** For compute-service: the derivations that read a dataset. Those that the caller may not see are counted. */
export const readersOfDataset = internalCall({
  name: 'derivation.readers',
  subject: 'svc.cert.derivation.readers',
  request: z.strictObject({ dataset: objectName }),
  response: z.object({ seen: z.array(z.string()), unseen: z.int().nonnegative() }),
});
