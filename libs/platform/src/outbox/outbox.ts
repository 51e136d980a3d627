import type { Json } from '@svc/contracts';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { afterCommit } from '../data/after-commit';
import type { OutboxRow, OutboxStore } from './adapters/outbox-store';

/** One thing to tell. `id` is the same at every try: who receives it can tell a repetition. */
export interface OutboxMessage {
  readonly id: string;
  readonly topic: string;
  readonly payload: Json;
  /** 1 for the first try. */
  readonly attempt: number;
}

/** Delivers one message; resolves once it has been received. MUST be idempotent by `id`. A rejection means: later again. */
export type OutboxHandler = (message: OutboxMessage) => Promise<void>;

export interface OutboxTiming {
  /** How often rows are looked for without a nudge. */
  readonly pollMs: number;
  /** How long one delivery may take before another relay tries it too. */
  readonly leaseMs: number;
}

const BATCH = 50;

/**
 * What must happen outside after something became true inside: written in the same transaction, delivered after it
 * commits, at least once, retried without limit (after a second, doubling, at most five minutes). A failing row does
 * not delay others.
 */
export class Outbox {
  private readonly handlers = new Map<string, OutboxHandler>();
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | null = null;
  private again = false;
  private stopped = false;

  constructor(
    private readonly store: OutboxStore,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly timing: OutboxTiming = { pollMs: 1_000, leaseMs: 30_000 },
  ) {}

  /** Adds a message to the transaction of `manager`; answers with its id. Nothing is told when that rolls back. */
  async add(manager: EntityManager, message: { readonly topic: string; readonly payload: Json }): Promise<string> {
    if (manager.queryRunner?.isTransactionActive !== true)
      throw new Error('An outbox message belongs to a transaction.');
    const id = await this.store.add(manager, message.topic, message.payload);
    afterCommit(manager, () => this.nudge());
    return id;
  }

  /** Names who delivers a topic; once per topic. Rows of topics that nobody delivers here wait for a process that does. */
  register(topic: string, handler: OutboxHandler): void {
    if (this.handlers.has(topic)) throw new Error(`Two deliverers for the outbox topic "${topic}".`);
    this.handlers.set(topic, handler);
  }

  start(): void {
    this.nudge();
  }

  /** Delivers nothing new, and waits for deliveries under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
  }

  /** Seconds that the oldest undelivered message has waited. */
  age(): Promise<number> {
    return this.store.ageSeconds();
  }

  private nudge(): void {
    if (this.stopped) return;
    this.again = true;
    this.round ??= this.relay().finally(() => {
      this.round = null;
      if (this.again) this.nudge();
      else this.nudgeLater();
    });
  }

  /** Spread, so that replicas started together do not ask together. */
  private nudgeLater(): void {
    if (!this.stopped) this.timer = setTimeout(() => this.nudge(), this.timing.pollMs * (0.75 + Math.random() / 2));
  }

  private async relay(): Promise<void> {
    clearTimeout(this.timer);
    try {
      while (this.again && !this.stopped) {
        this.again = false;
        const rows = await this.store.take([...this.handlers.keys()], BATCH, this.timing.leaseMs);
        await Promise.all(rows.map((row) => this.deliver(row)));
        if (rows.length === BATCH) this.again = true;
      }
      await this.store.forgetDelivered();
    } catch (error) {
      this.logger.warn({ err: error }, 'the outbox cannot be read; trying again');
    }
  }

  private async deliver(row: OutboxRow): Promise<void> {
    const handler = this.handlers.get(row.topic);
    if (handler === undefined) return;
    try {
      await handler({ id: row.id, topic: row.topic, payload: row.payload, attempt: row.attempt });
      await this.store.markDelivered(row.id);
    } catch (error) {
      this.logger.warn(
        { err: error, topic: row.topic, outbox: row.id, attempt: row.attempt },
        'a message could not be delivered; trying again',
      );
      await this.store
        .markFailed(row, Math.min(300_000, 1_000 * 2 ** Math.min(row.attempt - 1, 20)), String(error))
        .catch(() => undefined);
    }
  }
}
