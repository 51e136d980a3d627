import type { WebhookEventType } from '@svc/contracts';
import type { EntityManager } from 'typeorm';

/** Something that webhooks are told of. */
export interface NewEvent {
  readonly type: WebhookEventType;
  /** Thin: names and numbers. Who wants more asks the API. */
  readonly data: Readonly<Record<string, string | number | null>>;
}

/** Where services of this process write what happened. */
export interface EventLog {
  /** Adds a delivery for each webhook that wants the event, in the event's own transaction. */
  record(manager: EntityManager, events: readonly NewEvent[], at: Date): Promise<void>;
}
export const EVENT_LOG = Symbol('EventLog');
