import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ResponseOf, webhookNoun } from '@svc/contracts';
import { type Clock, CLOCK } from '@svc/platform';
import { errorText } from './attempt-end';
import { DeliverEvents } from './deliver-events';
import { eventBody } from './event-body';
import { findWebhook } from './find-webhook';
import { WEBHOOK_STORE, type WebhookStore } from './webhook.ports';

type Tested = ResponseOf<typeof webhookNoun.endpoints.testWebhook>;

/** Posts a test event to a webhook: one attempt without retries, also when the webhook is off. */
@Injectable()
export class TestWebhook {
  constructor(
    @Inject(WEBHOOK_STORE) private readonly webhooks: WebhookStore,
    private readonly delivering: DeliverEvents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async test(name: string): Promise<Tested> {
    const { url, secret, formerSecret, formerSecretUntil } = await findWebhook(this.webhooks, name);
    const now = this.clock.now();
    const former = formerSecretUntil !== null && formerSecretUntil > now ? formerSecret : null;
    const body = eventBody('webhook.test', now, { name });
    const id = randomUUID();
    const tried = await this.delivering.post({ id, webhook: name, body, url, secret, formerSecret: former });
    const error = errorText(tried);
    const { at, status, durationMs } = tried;
    return { at: at.toISOString(), status, duration_ms: durationMs, error, delivered: error === null };
  }
}
