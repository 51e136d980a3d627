import { z } from 'zod';
import { endpoint } from '../endpoint/endpoint';
import { objectName, timestamp } from '../json';
import { versionRef } from '../model/model';
import { pageOf, pageQuery } from '../endpoint/page';
import { accuracyDay, inferenceLabel, inferenceRecord, invocation, predictions } from './serving';

const MAX_LABELS = 1_000;

const byName = z.strictObject({ name: objectName });
const target = { type: 'model', param: 'name' } as const;
const path = '/api/serving/{name}';
const subject = 'svc.model.serving';
const read = { scope: 'serving:read' } as const;
const version = z.coerce.number().int().positive().max(2_147_483_647).optional();
/** `since` is included, `until` is not. */
const period = { since: timestamp.optional(), until: timestamp.optional() };

export const invokeModel = endpoint({
  name: 'serving.invoke',
  summary: 'Predictions of a version for the rows of the body; without a version, of the champion',
  method: 'POST',
  path: `${path}/invocations`,
  subject: `${subject}.invoke`,
  timeoutMs: 60_000,
  params: byName,
  query: z.strictObject({ version: versionRef.optional() }),
  body: invocation,
  response: predictions,
  problems: ['not-found', 'no-champion', 'not-servable', 'model-failed', 'object-corrupt', 'unavailable'],
  access: { scope: 'serving:invoke' },
  target,
});

export const listInvocations = endpoint({
  name: 'serving.invocations',
  summary: 'The inference table of a model, newest first: everything for its owner, their own calls for others',
  method: 'GET',
  path: `${path}/invocations`,
  subject: `${subject}.invocations`,
  params: byName,
  query: pageQuery.extend({ version, outcome: z.enum(['succeeded', 'failed']).optional(), ...period }),
  response: pageOf(inferenceRecord),
  problems: ['not-found', 'invalid-request'],
  access: read,
  target,
});

export const labelInvocations = endpoint({
  name: 'serving.label',
  summary: 'What turned out to be true of predicted rows; all labels are taken, or none',
  method: 'POST',
  path: `${path}/labels`,
  subject: `${subject}.label`,
  params: byName,
  body: z.strictObject({ labels: z.array(inferenceLabel).min(1).max(MAX_LABELS) }),
  response: z.object({ labelled: z.int() }),
  problems: ['not-found', 'invalid-request'],
  access: { scope: 'serving:label' },
  target,
});

export const getAccuracy = endpoint({
  name: 'serving.accuracy',
  summary: 'How right predictions were, by day and version, as far as labels are known',
  method: 'GET',
  path: `${path}/accuracy`,
  subject: `${subject}.accuracy`,
  params: byName,
  query: z.strictObject({ version, ...period }),
  response: z.object({ items: z.array(accuracyDay) }),
  problems: ['not-found'],
  access: read,
  target,
});
