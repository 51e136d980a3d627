import { noun } from '../noun';
import { webhook, webhookAttempt, webhookDefinition, webhookDelivery, webhookEvent } from './webhook';
import {
  deleteWebhook,
  getWebhook,
  listDeliveries,
  listWebhooks,
  putWebhook,
  replayDeliveries,
  rotateWebhookSecret,
  testWebhook,
} from './webhook.endpoints';
import { webhookVocabulary } from './webhook.vocabulary';

/** Webhooks belong to the project, not to a person: they are told of objects that only some may see. */
export const webhookNoun = noun({
  name: 'webhook',
  ...webhookVocabulary,
  endpoints: {
    listWebhooks,
    getWebhook,
    putWebhook,
    deleteWebhook,
    rotateWebhookSecret,
    testWebhook,
    listDeliveries,
    replayDeliveries,
  },
  schemas: {
    Webhook: webhook,
    WebhookDefinition: webhookDefinition,
    WebhookEvent: webhookEvent,
    WebhookAttempt: webhookAttempt,
    WebhookDelivery: webhookDelivery,
  },
});
