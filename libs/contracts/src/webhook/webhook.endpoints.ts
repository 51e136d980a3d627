import { z } from 'zod';
import { endpoint } from '../endpoint/endpoint';
import { objectName, timestamp } from '../json';
import { deleted } from '../named-object/named-object';
import { pageOf, pageQuery } from '../endpoint/page';
import { deliveryState, webhook, webhookAttempt, webhookDefinition, webhookDelivery } from './webhook';

const access = { scope: 'webhook:manage' } as const;
const byName = z.strictObject({ name: objectName });
const target = { type: 'webhook', param: 'name' } as const;
const subject = 'svc.model.webhook';

export const listWebhooks = endpoint({
  name: 'webhook.list',
  summary: 'Webhooks by name, without secrets',
  method: 'GET',
  path: '/api/webhooks',
  subject: `${subject}.list`,
  query: pageQuery,
  response: pageOf(webhook),
  access,
});

export const getWebhook = endpoint({
  name: 'webhook.get',
  summary: 'A webhook, without its secret',
  method: 'GET',
  path: '/api/webhooks/{name}',
  subject: `${subject}.get`,
  params: byName,
  response: webhook,
  problems: ['not-found'],
  access,
  target,
  etag: (it) => it.etag,
});

export const putWebhook = endpoint({
  name: 'webhook.put',
  summary: 'Creates or changes a webhook; only the answer that creates it contains the secret',
  method: 'PUT',
  path: '/api/webhooks/{name}',
  subject: `${subject}.put`,
  ifMatch: true,
  params: byName,
  body: webhookDefinition,
  response: webhook.extend({ /** `whsec_…`; null for one that existed. */ secret: z.string().nullable() }),
  problems: ['precondition-failed', 'precondition-required'],
  access,
  target,
  records: ['events', 'enabled'],
  etag: (it) => it.etag,
  location: (it) => `/api/webhooks/${it.name}`,
});

export const deleteWebhook = endpoint({
  name: 'webhook.delete',
  summary: 'Deletes a webhook and what waits for it',
  method: 'DELETE',
  path: '/api/webhooks/{name}',
  subject: `${subject}.delete`,
  ifMatch: true,
  params: byName,
  response: deleted,
  problems: ['not-found', 'precondition-failed', 'precondition-required'],
  access,
  target,
});

export const rotateWebhookSecret = endpoint({
  name: 'webhook.rotate',
  summary: 'Gives a webhook a new secret; deliveries carry signatures of both for `overlap_minutes` more',
  method: 'POST',
  path: '/api/webhooks/{name}/rotate',
  subject: `${subject}.rotate`,
  params: byName,
  body: z.strictObject({ overlap_minutes: z.int().min(0).max(10_080).default(1440) }),
  response: webhook.extend({ secret: z.string() }),
  problems: ['not-found'],
  access,
  target,
});

export const testWebhook = endpoint({
  name: 'webhook.test',
  summary: 'Posts a test event once, now, and says what the receiver answered',
  method: 'POST',
  path: '/api/webhooks/{name}/test',
  subject: `${subject}.test`,
  timeoutMs: 30_000,
  params: byName,
  response: webhookAttempt.extend({ delivered: z.boolean() }),
  problems: ['not-found'],
  access,
  target,
});

export const listDeliveries = endpoint({
  name: 'webhook.deliveries',
  summary: 'Deliveries of a webhook, newest first, each with its tries; kept for 30 days',
  method: 'GET',
  path: '/api/webhooks/{name}/deliveries',
  subject: `${subject}.deliveries`,
  params: byName,
  query: pageQuery.extend({ state: deliveryState.optional() }),
  response: pageOf(webhookDelivery),
  problems: ['not-found', 'invalid-request'],
  access,
  target,
});

export const replayDeliveries = endpoint({
  name: 'webhook.replay',
  summary: 'Delivers dead letters again: those named, or all since a time',
  method: 'POST',
  path: '/api/webhooks/{name}/replay',
  subject: `${subject}.replay`,
  idempotencyKey: true,
  params: byName,
  body: z.union([
    z.strictObject({ deliveries: z.array(z.uuid()).min(1).max(1000) }),
    z.strictObject({ since: timestamp, until: timestamp.optional() }),
  ]),
  response: z.object({ /** How many are due again; those that were not dead are left alone. */ replayed: z.int() }),
  problems: ['not-found'],
  access,
  target,
});
