import { z } from 'zod';
import { digest, objectName, timestamp } from '../json';

/** What a webhook can be told of. */
const WEBHOOK_EVENTS = [
  'model_version.created',
  'alias.updated',
  'model_version.deleted',
  'registered_model.deleted',
] as const;
const webhookEventType = z.enum(WEBHOOK_EVENTS);
export type WebhookEventType = z.infer<typeof webhookEventType>;

/** What a receiver gets, beside its signatures. `test` comes from `webhook.test` alone. */
export const webhookEvent = z.object({
  type: z.union([webhookEventType, z.literal('webhook.test')]),
  /** What happened to the thing that `type` begins with: `created`. */
  action: z.string(),
  timestamp,
  data: z.record(z.string(), z.json()),
});
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** Where events are posted, and which. */
export const webhookDefinition = z.strictObject({
  /** https, a public address; not one of the service's own network. */
  url: z.url({ protocol: /^https?$/ }).max(2000),
  /** Only these; all when empty. */
  events: z.array(webhookEventType).max(WEBHOOK_EVENTS.length).default([]),
  description: z.string().max(1000).default(''),
  /** What happens while it is off is kept as dead letters, to be replayed. */
  enabled: z.boolean().default(true),
});
export type WebhookDefinition = z.infer<typeof webhookDefinition>;

/** A webhook as listed: never its secret. */
export const webhook = z.object({
  name: objectName,
  ...webhookDefinition.shape,
  /** Why the service switched it off; null if it did not. */
  disabled_reason: z.string().nullable(),
  waiting: z.int().nonnegative(),
  dead: z.int().nonnegative(),
  last_delivered_at: timestamp.nullable(),
  /** Until when signatures of the former secret are sent, too. */
  former_secret_until: timestamp.nullable(),
  etag: digest,
  created_by: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Webhook = z.infer<typeof webhook>;

export const deliveryState = z.enum(['waiting', 'delivered', 'dead']);
export type DeliveryState = z.infer<typeof deliveryState>;

/** One try to deliver. */
export const webhookAttempt = z.object({
  at: timestamp,
  /** The receiver's status; null when there was no answer. */
  status: z.int().nullable(),
  duration_ms: z.number(),
  /** Why it did not count; null if it did. */
  error: z.string().nullable(),
});

/** One event for one webhook. `id` is what the receiver gets as `webhook-id`, the same at every try. */
export const webhookDelivery = z.object({
  id: z.uuid(),
  webhook: objectName,
  event: webhookEvent,
  state: deliveryState,
  /** How often it was tried since it was last replayed. */
  attempts: z.int().nonnegative(),
  /** When it is tried next; null once it is delivered or dead. */
  due_at: timestamp.nullable(),
  created_at: timestamp,
  /** The newest last; at most twenty. */
  tries: z.array(webhookAttempt),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;
