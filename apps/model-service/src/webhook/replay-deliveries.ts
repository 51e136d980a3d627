import { Inject, Injectable } from '@nestjs/common';
import { DeliverEvents } from './deliver-events';
import { findWebhook } from './find-webhook';
import {
  type DeadLetters,
  DELIVERY_STORE,
  type DeliveryStore,
  WEBHOOK_STORE,
  type WebhookStore,
} from './webhook.ports';

/** Makes dead letters of a webhook due again, at once. */
@Injectable()
export class ReplayDeliveries {
  constructor(
    @Inject(WEBHOOK_STORE) private readonly webhooks: WebhookStore,
    @Inject(DELIVERY_STORE) private readonly deliveries: DeliveryStore,
    private readonly delivering: DeliverEvents,
  ) {}

  async replay(name: string, which: DeadLetters): Promise<{ replayed: number }> {
    await findWebhook(this.webhooks, name);
    const replayed = await this.deliveries.replay(name, which);
    this.delivering.nudge();
    return { replayed };
  }
}
