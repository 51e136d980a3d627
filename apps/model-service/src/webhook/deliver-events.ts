import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Clock, CLOCK, LOGGER, PeriodicTask } from '@svc/platform';
import type { Logger } from 'pino';
import { attemptEnd, errorText, type Tried } from './attempt-end';
import { SecretBox } from './secret-box';
import { signedHeaders } from './signed-headers';
import { DELIVERY_STORE, type DeliveryStore, type Poster, POSTER, type TakenDelivery } from './webhook.ports';

const POLL_MS = 1_000;
const PRUNE_MS = 3_600_000;
/** Posts to one receiver that a replica has under way. */
const AT_ONCE = 5;

/**
 * Posts what is due, in every replica: rows are taken, so each goes to one of them, and a replica that dies loses its rows to the
 * others after a minute. A receiver that is slow delays only what is for it.
 */
@Injectable()
export class DeliverEvents implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly busy = new Map<string, Promise<void>>();
  private readonly polling: PeriodicTask;
  private readonly pruning: PeriodicTask;
  private stopped = false;

  constructor(
    @Inject(DELIVERY_STORE) private readonly deliveries: DeliveryStore,
    @Inject(POSTER) private readonly poster: Poster,
    private readonly box: SecretBox,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {
    const failed = (error: unknown): void => this.logger.warn({ err: error }, 'webhook deliveries cannot be read');
    this.polling = new PeriodicTask({ everyMs: POLL_MS, spread: true, run: () => this.takeDue(), failed });
    this.pruning = new PeriodicTask({ everyMs: PRUNE_MS, spread: true, run: () => deliveries.prune(), failed });
  }

  onApplicationBootstrap(): void {
    this.polling.start({ atOnce: true });
    this.pruning.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await Promise.all([this.polling.stop(), this.pruning.stop()]);
    await Promise.all(this.busy.values());
  }

  /** Something may be due. Failing is fine: the next poll finds it. */
  nudge(): void {
    this.takeDue().catch(() => undefined);
  }

  /** One try, now. */
  async post(
    delivery: Pick<TakenDelivery, 'id' | 'webhook' | 'body' | 'url' | 'secret' | 'formerSecret'>,
  ): Promise<Tried> {
    const { id, webhook, body, url, secret, formerSecret } = delivery;
    const at = this.clock.now();
    try {
      const secrets = [secret, formerSecret].flatMap((it) => (it === null ? [] : [this.box.open(it, webhook)]));
      const answer = await this.poster.send(new URL(url), body, signedHeaders({ id, at, body }, secrets));
      return { at, status: answer.status, retryAfter: answer.retryAfter, durationMs: answer.durationMs, error: null };
    } catch (error) {
      const durationMs = Math.max(0, this.clock.now().getTime() - at.getTime());
      return {
        at,
        status: null,
        retryAfter: null,
        durationMs,
        error: error instanceof Error ? error.message : 'failed',
      };
    }
  }

  private async takeDue(): Promise<void> {
    if (this.stopped) return;
    const taken = await this.deliveries.take([...this.busy.keys()], AT_ONCE);
    for (const webhook of new Set(taken.map((it) => it.webhook)))
      this.serve(
        webhook,
        taken.filter((it) => it.webhook === webhook),
      );
  }

  private serve(webhook: string, taken: readonly TakenDelivery[]): void {
    const before = this.busy.get(webhook) ?? Promise.resolve();
    const work = Promise.all([before, ...taken.map((it) => this.deliver(it))]).then(() => {
      if (this.busy.get(webhook) !== work) return;
      this.busy.delete(webhook);
      this.nudge();
    });
    this.busy.set(webhook, work);
  }

  private async deliver(taken: TakenDelivery): Promise<void> {
    const tried = await this.post(taken);
    const end = attemptEnd(taken.attempt, tried, Math.random());
    const told = { webhook: taken.webhook, delivery: taken.id, attempt: taken.attempt };
    if (end.kind !== 'delivered')
      this.logger.warn({ ...told, error: errorText(tried), end: end.kind }, 'a webhook failed');
    try {
      await this.deliveries.finish(taken, tried, end);
    } catch (error) {
      // The row is still ours to somebody: after its lease it is tried again, and the receiver recognises its id.
      this.logger.warn({ ...told, err: error }, 'the end of a delivery could not be written');
    }
  }
}
