import { Module } from '@nestjs/common';
import { CONFIG } from '@svc/platform';
import { GuardedPost, requireTarget } from '@svc/webhook';
import type { Config } from '../config';
import { EVENT_LOG } from './adapters/event-log';
import { PostgresDeliveryStore } from './adapters/postgres-delivery-store';
import { PostgresEventLog } from './adapters/postgres-event-log';
import { PostgresWebhookStore } from './adapters/postgres-webhook-store';
import { ChangeWebhook } from './change-webhook';
import { DeliverEvents } from './deliver-events';
import { ReadWebhooks } from './read-webhooks';
import { ReplayDeliveries } from './replay-deliveries';
import { sealingKeys, SecretBox } from './secret-box';
import { TestWebhook } from './test-webhook';
import { WebhookController } from './webhook.controller';
import { DELIVERY_STORE, type Poster, POSTER, WEBHOOK_STORE } from './webhook.ports';

/** Webhooks and their deliveries. Gives others the log in which they write what happened. */
@Module({
  controllers: [WebhookController],
  providers: [
    ReadWebhooks,
    ChangeWebhook,
    TestWebhook,
    ReplayDeliveries,
    DeliverEvents,
    { provide: WEBHOOK_STORE, useClass: PostgresWebhookStore },
    { provide: DELIVERY_STORE, useClass: PostgresDeliveryStore },
    { provide: EVENT_LOG, useClass: PostgresEventLog },
    {
      provide: SecretBox,
      useFactory: ({ SVC_WEBHOOK_KEY: keys }: Config) => new SecretBox(sealingKeys(keys) ?? []),
      inject: [CONFIG],
    },
    {
      provide: POSTER,
      useFactory: ({ SVC_WEBHOOK_LOOPBACK: loopback }: Config): Poster => {
        const guarded = new GuardedPost(loopback);
        return {
          send: (...request) => guarded.send(...request),
          require: (url) => requireTarget(url, loopback),
        };
      },
      inject: [CONFIG],
    },
  ],
  exports: [EVENT_LOG],
})
export class WebhookModule {}
