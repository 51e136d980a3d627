/**
 * Hints between processes over core NATS: at most once, to whoever listens now. Nothing may depend on one arriving;
 * it only spares a poll its wait.
 */
export interface EventBus {
  /** Does nothing while the bus is away. */
  publish(subject: string, payload: string): void;
  /** Calls `listener` for each hint on `subject` (wildcards as in NATS); the returned function ends it. */
  subscribe(subject: string, listener: (subject: string, payload: string) => void): () => void;
}

/** Injects the {@link EventBus}. */
export const EVENT_BUS = Symbol('svc.event-bus');
