import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type Clock, CLOCK, LOGGER } from '@svc/platform';
import type { Logger } from 'pino';
import { ANCHOR_PLAN, ANCHOR_QUEUE, type AnchorPlan, type AnchorQueue } from './anchor.ports';

const RETRY_MS = 5_000;

/** Publishes checkpoints to the anchors, no more often than configured. */
@Injectable()
export class AnchorFeed implements OnModuleInit, OnApplicationShutdown {
  private newest: { readonly note: string; readonly at: Date } | null = null;
  private timer: NodeJS.Timeout | undefined;
  private sentAt = 0;
  private closed = false;

  constructor(
    @Inject(ANCHOR_PLAN) private readonly plan: AnchorPlan,
    @Inject(ANCHOR_QUEUE) private readonly queue: AnchorQueue,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    for (const destination of this.plan.destinations) this.queue.serve(destination);
  }

  onApplicationShutdown(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** Takes a new checkpoint; it is published when the interval allows, unless a newer one replaces it, which commits to it too. */
  offer(note: string): void {
    if (this.plan.destinations.length === 0) return;
    const at = this.clock.now();
    this.newest = { note, at };
    this.flushIn(Math.max(0, this.sentAt + this.plan.seconds * 1_000 - at.getTime()));
  }

  /** Publishes the pending checkpoint now. Failures are retried. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const anchor = this.newest;
    if (anchor === null) return;
    this.newest = null;
    try {
      await this.queue.put(this.plan.destinations, anchor.note, anchor.at);
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
}
