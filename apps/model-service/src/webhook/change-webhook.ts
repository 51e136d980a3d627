import { randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Principal, ProblemError, type Webhook, type WebhookDefinition } from '@svc/contracts';
import { type Clock, CLOCK, noSuchObject, requireAbsent, requireMatch, requireText } from '@svc/platform';
import { findWebhook } from './find-webhook';
import { etagOf, presentWebhook } from './present-webhook';
import { SecretBox } from './secret-box';
import { SECRET_PREFIX } from './signed-headers';
import {
  type Poster,
  POSTER,
  type SavedWebhook,
  type StoredWebhook,
  WEBHOOK_STORE,
  type WebhookStore,
} from './webhook.ports';

const SECRET_BYTES = 32;

/** Creates, changes and deletes webhooks, and gives them secrets. */
@Injectable()
export class ChangeWebhook implements OnApplicationBootstrap {
  constructor(
    @Inject(WEBHOOK_STORE) private readonly webhooks: WebhookStore,
    @Inject(POSTER) private readonly poster: Poster,
    private readonly box: SecretBox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Secrets that a former key sealed are sealed by the first one, so that the former can go. */
  async onApplicationBootstrap(): Promise<void> {
    for (const { name, secret, formerSecret } of await this.webhooks.all()) {
      const [now, former] = [this.resealed(secret, name), this.resealed(formerSecret, name)];
      if (now !== secret || former !== formerSecret)
        await this.webhooks.reseal(name, [secret, formerSecret], [now, former]);
    }
  }

  /** Putting it again switches one on that the service switched off. The secret is answered for a new one alone. */
  async put(
    name: string,
    definition: WebhookDefinition,
    ifMatch: string | undefined,
    who: Principal,
  ): Promise<Webhook & { secret: string | null }> {
    requireText(`Webhook "${name}"`, definition);
    this.requireTarget(definition.url);
    const secret = newSecret();
    const at = this.clock.now();
    let created = true;
    await this.webhooks.change(name, (there) => {
      const what = `Webhook "${name}"`;
      created = there === null;
      if (there === null) {
        requireAbsent(what, ifMatch);
        return newWebhook(definition, this.box.seal(secret, name), who, at);
      }
      requireMatch(what, etagOf(there), ifMatch);
      return { ...savedOf(there), definition, disabledReason: null, updatedAt: at };
    });
    return { ...presentWebhook(await findWebhook(this.webhooks, name), at), secret: created ? secret : null };
  }

  /** The former secret signs beside the new one until the overlap is over. */
  async rotate(name: string, overlapMinutes: number): Promise<Webhook & { secret: string }> {
    const secret = newSecret();
    const at = this.clock.now();
    await this.webhooks.change(name, (there) => {
      if (there === null) throw noSuchObject('webhook', name);
      return {
        ...savedOf(there),
        secret: this.box.seal(secret, name),
        formerSecret: overlapMinutes === 0 ? null : there.secret,
        formerSecretUntil: overlapMinutes === 0 ? null : new Date(at.getTime() + overlapMinutes * 60_000),
        updatedAt: at,
      };
    });
    return { ...presentWebhook(await findWebhook(this.webhooks, name), at), secret };
  }

  async delete(name: string, ifMatch: string | undefined): Promise<{ deleted: true }> {
    await this.webhooks.change(name, (there) => {
      if (there === null) throw noSuchObject('webhook', name);
      requireMatch(`Webhook "${name}"`, etagOf(there), ifMatch);
      return 'delete';
    });
    return { deleted: true };
  }

  private resealed<T extends string | null>(sealed: T, name: string): T | string {
    return sealed === null ? sealed : (this.box.resealed(sealed, name) ?? sealed);
  }

  private requireTarget(url: string): void {
    try {
      this.poster.require(new URL(url));
    } catch (error) {
      const message = error instanceof Error ? error.message : 'may not be posted to';
      throw new ProblemError('invalid-request', `Webhooks go to https and public addresses only: ${message}.`, {
        errors: [{ pointer: '/body/url', message }],
      });
    }
  }
}

function newSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

function newWebhook(definition: WebhookDefinition, secret: string, who: Principal, at: Date): SavedWebhook {
  return {
    definition,
    secret,
    formerSecret: null,
    formerSecretUntil: null,
    disabledReason: null,
    createdBy: who.id,
    createdAt: at,
    updatedAt: at,
  };
}

function savedOf(there: StoredWebhook): SavedWebhook {
  const { url, events, description, enabled } = there;
  return { ...there, definition: { url, events, description, enabled } };
}
