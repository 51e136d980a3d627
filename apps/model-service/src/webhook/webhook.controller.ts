import { Controller } from '@nestjs/common';
import { type RequestOf, type ResponseOf, webhookNoun } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ChangeWebhook } from './change-webhook';
import { ReadWebhooks } from './read-webhooks';
import { ReplayDeliveries } from './replay-deliveries';
import { TestWebhook } from './test-webhook';

const {
  listWebhooks,
  getWebhook,
  putWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  replayDeliveries,
} = webhookNoun.endpoints;

@Controller()
export class WebhookController {
  constructor(
    private readonly reading: ReadWebhooks,
    private readonly changing: ChangeWebhook,
    private readonly testing: TestWebhook,
    private readonly replaying: ReplayDeliveries,
  ) {}

  @Handles(listWebhooks)
  list({ query }: RequestOf<typeof listWebhooks>): Promise<ResponseOf<typeof listWebhooks>> {
    return this.reading.list(query);
  }

  @Handles(getWebhook)
  get({ params }: RequestOf<typeof getWebhook>): Promise<ResponseOf<typeof getWebhook>> {
    return this.reading.get(params.name);
  }

  @Handles(putWebhook)
  put(
    { params, body, if_match }: RequestOf<typeof putWebhook>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof putWebhook>> {
    return this.changing.put(params.name, body, if_match, principal);
  }

  @Handles(deleteWebhook)
  delete({ params, if_match }: RequestOf<typeof deleteWebhook>): Promise<ResponseOf<typeof deleteWebhook>> {
    return this.changing.delete(params.name, if_match);
  }

  @Handles(rotateWebhookSecret)
  rotate({ params, body }: RequestOf<typeof rotateWebhookSecret>): Promise<ResponseOf<typeof rotateWebhookSecret>> {
    return this.changing.rotate(params.name, body.overlap_minutes);
  }

  @Handles(testWebhook)
  test({ params }: RequestOf<typeof testWebhook>): Promise<ResponseOf<typeof testWebhook>> {
    return this.testing.test(params.name);
  }

  @Handles(listDeliveries)
  deliveries({ params, query }: RequestOf<typeof listDeliveries>): Promise<ResponseOf<typeof listDeliveries>> {
    return this.reading.listDeliveries(params.name, query);
  }

  @Handles(replayDeliveries)
  replay({ params, body }: RequestOf<typeof replayDeliveries>): Promise<ResponseOf<typeof replayDeliveries>> {
    return this.replaying.replay(params.name, body);
  }
}
