import type { NatsConnection } from 'nats';
import type { EventBus } from '../event-bus';

const text = new TextDecoder();

/** {@link EventBus} over a NATS connection. Subscriptions outlive reconnects; what is published while it is away is lost. */
export class NatsEventBus implements EventBus {
  constructor(private readonly connection: NatsConnection) {}

  publish(subject: string, payload: string): void {
    try {
      this.connection.publish(subject, payload);
    } catch {
      // Closed or draining: a hint that nobody hears is no loss.
    }
  }

  subscribe(subject: string, listener: (subject: string, payload: string) => void): () => void {
    const subscription = this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) listener(message.subject, text.decode(message.data));
      },
    });
    return () => {
      if (!subscription.isClosed()) subscription.unsubscribe();
    };
  }
}
