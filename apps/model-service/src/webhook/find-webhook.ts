import { noSuchObject } from '@svc/platform';
import type { StoredWebhook, WebhookStore } from './webhook.ports';

/** The webhook of this name; refused as `not-found` when there is none. */
export async function findWebhook(webhooks: WebhookStore, name: string): Promise<StoredWebhook> {
  const found = await webhooks.find(name);
  if (found === null) throw noSuchObject('webhook', name);
  return found;
}
