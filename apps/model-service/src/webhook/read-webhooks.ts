import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { DeliveryState, Webhook, WebhookDelivery } from '@svc/contracts';
import { type Clock, CLOCK, keyBefore, noSuchObject, numberBefore, type Page, pageOf } from '@svc/platform';
import { errorText } from './attempt-end';
import { DeliverEvents } from './deliver-events';
import { eventBody } from './event-body';
import { presentWebhook } from './present-webhook';
import {
  type DeadLetters,
  DELIVERY_STORE,
  type DeliveryStore,
  type StoredWebhook,
  WEBHOOK_STORE,
  type WebhookStore,
} from './webhook.ports';

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Webhooks, and what became of what they were to be told. */
@Injectable()
export class ReadWebhooks {
  constructor(
    @Inject(WEBHOOK_STORE) private readonly webhooks: WebhookStore,
    @Inject(DELIVERY_STORE) private readonly deliveries: DeliveryStore,
    private readonly delivering: DeliverEvents,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list({ limit, cursor }: PageRequest): Promise<Page<Webhook>> {
    const now = this.clock.now();
    const found = await this.webhooks.page(keyBefore(cursor), limit + 1);
    return pageOf(
      found,
      limit,
      (it) => it.name,
      (it) => presentWebhook(it, now),
    );
  }

  async get(name: string): Promise<Webhook> {
    return presentWebhook(await this.find(name), this.clock.now());
  }

  async listDeliveries(
    name: string,
    { limit, cursor, state }: PageRequest & { readonly state?: DeliveryState | undefined },
  ): Promise<Page<WebhookDelivery>> {
    const before = numberBefore(cursor);
    await this.find(name);
    const found = await this.deliveries.page(name, { state, before, limit: limit + 1 });
    return pageOf(
      found,
      limit,
      (it) => String(it.seq),
      ({ seq: _, ...shown }) => shown,
    );
  }

  async replay(name: string, which: DeadLetters): Promise<{ replayed: number }> {
    await this.find(name);
    const replayed = await this.deliveries.replay(name, which);
    this.delivering.nudge();
    return { replayed };
  }

  /** One try, which no other follows; also of a webhook that is off. */
  async test(name: string) {
    const { url, secret, formerSecret, formerSecretUntil } = await this.find(name);
    const now = this.clock.now();
    const former = formerSecretUntil !== null && formerSecretUntil > now ? formerSecret : null;
    const body = eventBody('webhook.test', now, { name });
    const tried = await this.delivering.post({
      id: randomUUID(),
      webhook: name,
      body,
      url,
      secret,
      formerSecret: former,
    });
    const error = errorText(tried);
    const { at, status, durationMs } = tried;
    return { at: at.toISOString(), status, duration_ms: durationMs, error, delivered: error === null };
  }

  private async find(name: string): Promise<StoredWebhook> {
    const found = await this.webhooks.find(name);
    if (found === null) throw noSuchObject('webhook', name);
    return found;
  }
}
