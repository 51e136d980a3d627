import { Inject, Injectable } from '@nestjs/common';
import type { DeliveryState, Webhook, WebhookDelivery } from '@svc/contracts';
import { type Clock, CLOCK, keyBefore, numberBefore, type Page, pageOf } from '@svc/platform';
import { findWebhook } from './find-webhook';
import { presentWebhook } from './present-webhook';
import { DELIVERY_STORE, type DeliveryStore, WEBHOOK_STORE, type WebhookStore } from './webhook.ports';

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Webhooks and their deliveries. */
@Injectable()
export class ReadWebhooks {
  constructor(
    @Inject(WEBHOOK_STORE) private readonly webhooks: WebhookStore,
    @Inject(DELIVERY_STORE) private readonly deliveries: DeliveryStore,
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
    return presentWebhook(await findWebhook(this.webhooks, name), this.clock.now());
  }

  async listDeliveries(
    name: string,
    { limit, cursor, state }: PageRequest & { readonly state?: DeliveryState | undefined },
  ): Promise<Page<WebhookDelivery>> {
    const before = numberBefore(cursor);
    await findWebhook(this.webhooks, name);
    const found = await this.deliveries.page(name, { state, before, limit: limit + 1 });
    return pageOf(
      found,
      limit,
      (it) => String(it.seq),
      ({ seq: _, ...shown }) => shown,
    );
  }
}
