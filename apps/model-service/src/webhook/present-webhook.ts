import type { Webhook } from '@svc/contracts';
import { entityTag } from '@svc/platform';
import type { StoredWebhook } from './webhook.ports';

/** The entity tag: over what a person says of it, and whether the service switched it off. */
export function etagOf({ url, events, description, enabled, disabledReason }: StoredWebhook): string {
  return entityTag({ url, events, description, enabled, disabledReason });
}

/** As served: never a secret. */
export function presentWebhook(it: StoredWebhook, now: Date): Webhook {
  const { name, url, events, description, enabled, waiting, dead } = it;
  const until = it.formerSecretUntil;
  return {
    name,
    url,
    events,
    description,
    enabled,
    disabled_reason: it.disabledReason,
    waiting,
    dead,
    last_delivered_at: it.lastDeliveredAt?.toISOString() ?? null,
    former_secret_until: until !== null && until > now ? until.toISOString() : null,
    etag: etagOf(it),
    created_by: it.createdBy,
    created_at: it.createdAt.toISOString(),
    updated_at: it.updatedAt.toISOString(),
  };
}
