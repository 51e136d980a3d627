import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { readUnverifiedCheckpoint } from '@svc/audit-chain';
import { LOGGER, Outbox, type OutboxMessage } from '@svc/platform';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { CLOCK, type Clock } from '../../clock';
import { ANCHOR_PLAN, type AnchorDestination, type AnchorPlan } from './anchor.ports';

const RETRY_MS = 5_000;
const payload = z.object({ note: z.string(), at: z.string() });

/**
 * Sends checkpoints to where they are anchored: through the outbox, a message for each destination, so that none is lost
 * when the destination or this process is away, and a destination that fails holds up no other.
 */
@Injectable()
export class AnchorFeed implements OnModuleInit, OnApplicationShutdown {
  private newest: { readonly note: string; readonly at: Date } | null = null;
  private timer: NodeJS.Timeout | undefined;
  private sentAt = 0;
  private closed = false;

  constructor(
    @Inject(ANCHOR_PLAN) private readonly plan: AnchorPlan,
    private readonly source: DataSource,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    for (const destination of this.plan.destinations) {
      this.outbox.register(topicOf(destination), (message) => deliver(destination, message));
    }
  }

  onApplicationShutdown(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** Takes a new checkpoint; it is sent when the pace allows, unless a newer one comes first, which commits to it too. */
  offer(note: string): void {
    if (this.plan.destinations.length === 0) return;
    const at = this.clock.now();
    this.newest = { note, at };
    this.flushIn(Math.max(0, this.sentAt + this.plan.seconds * 1_000 - at.getTime()));
  }

  /** Sends now what was offered and not sent. What cannot be sent is tried again. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const anchor = this.newest;
    if (anchor === null) return;
    this.newest = null;
    try {
      await this.send(anchor.note, anchor.at);
      this.sentAt = anchor.at.getTime();
    } catch (error) {
      this.logger.warn({ err: error }, 'a checkpoint could not be queued for its anchors; trying again');
      this.newest ??= anchor;
      this.flushIn(RETRY_MS);
    }
  }

  private flushIn(ms: number): void {
    if (!this.closed) this.timer ??= setTimeout(() => void this.flush(), ms);
  }

  private async send(note: string, at: Date): Promise<void> {
    await this.source.transaction(async (manager) => {
      for (const destination of this.plan.destinations) {
        await this.outbox.add(manager, { topic: topicOf(destination), payload: { note, at: at.toISOString() } });
      }
    });
  }
}

function topicOf({ name }: AnchorDestination): string {
  return `audit.anchor.${name}`;
}

async function deliver(destination: AnchorDestination, { id, payload: content }: OutboxMessage): Promise<void> {
  const { note, at } = payload.parse(content);
  await destination.publish({ id, note, at, ...readUnverifiedCheckpoint(note) });
}
