import type { DeliveryState, WebhookDefinition, WebhookDelivery } from '@svc/contracts';
import type { AttemptEnd, Tried } from './attempt-end';

/** A webhook as it is stored; secrets are sealed. */
export interface StoredWebhook extends WebhookDefinition {
  readonly name: string;
  readonly secret: string;
  readonly formerSecret: string | null;
  readonly formerSecretUntil: Date | null;
  readonly disabledReason: string | null;
  readonly lastDeliveredAt: Date | null;
  readonly waiting: number;
  readonly dead: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface WebhookStore {
  find(name: string): Promise<StoredWebhook | null>;
  page(after: string | null, limit: number): Promise<readonly StoredWebhook[]>;
  all(): Promise<readonly StoredWebhook[]>;
  /** Changes of one name take turns; null is no change. */
  change(name: string, decide: (there: StoredWebhook | null) => SavedWebhook | 'delete' | null): Promise<void>;
  /** Replaces sealed texts if they are still what they were. */
  reseal(name: string, before: readonly (string | null)[], after: readonly (string | null)[]): Promise<void>;
}
export const WEBHOOK_STORE = Symbol('WebhookStore');

/** What is written of a webhook. */
export type SavedWebhook = Pick<
  StoredWebhook,
  'secret' | 'formerSecret' | 'formerSecretUntil' | 'disabledReason' | 'createdBy' | 'createdAt' | 'updatedAt'
> & { readonly definition: WebhookDefinition };

/** A delivery that this process has taken, with where it goes. */
export interface TakenDelivery {
  readonly id: string;
  readonly webhook: string;
  readonly body: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly fence: number;
  readonly url: string;
  readonly secret: string;
  readonly formerSecret: string | null;
}

export interface DeliveryStore {
  /** Takes up to `limit` due deliveries of each webhook that is not among `busy`, for a minute. */
  take(busy: readonly string[], limit: number): Promise<readonly TakenDelivery[]>;
  /** Writes how a try ended, unless another process has taken the delivery meanwhile. */
  finish(taken: TakenDelivery, tried: Tried, end: AttemptEnd): Promise<void>;
  /** Newest first, before `before`. */
  page(
    webhook: string,
    request: { readonly state: DeliveryState | undefined; readonly before: number | null; readonly limit: number },
  ): Promise<readonly (WebhookDelivery & { readonly seq: number })[]>;
  /** Makes dead letters due again, with ten new attempts; answers how many. */
  replay(webhook: string, which: DeadLetters): Promise<number>;
  /** Forgets what ended 30 days ago. */
  prune(): Promise<void>;
}
export const DELIVERY_STORE = Symbol('DeliveryStore');

export type DeadLetters =
  { readonly deliveries: readonly string[] } | { readonly since: string; readonly until?: string | undefined };

/** Posts outside; what must not be reached rejects. */
export interface Poster {
  send(
    url: URL,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly retryAfter: string | null; readonly durationMs: number }>;
  /** @throws Error when the URL may not be posted to */
  require(url: URL): void;
}
export const POSTER = Symbol('Poster');
