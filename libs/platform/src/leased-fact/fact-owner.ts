import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@svc/contracts';
import { createInbox } from 'nats';
import type { NatsLink, Unsubscribe } from '../nats/nats-link';
import { changedSubject, leaveSubject, readConfirmed } from './fact-messages';
import type { WithdrawalMetrics } from './fact-metrics';
import type { HolderRegister } from './holder-register';
import type { Leased } from './holdings';
import { LEASE_TERMS, type LeaseTerms } from './lease-terms';
import { Withdrawal } from './withdrawal';

/** A message or its confirmation may get lost: it is sent again. */
const REPEAT_MS = 200;

export interface FactOwnerOptions {
  readonly service: ServiceName;
  readonly register: HolderRegister;
  readonly link: Pick<NatsLink, 'publish' | 'subscribe'>;
  readonly metrics: Pick<WithdrawalMetrics, 'note'>;
  /** Told of what failed and is made up for by waiting. */
  readonly report: (error: unknown) => void;
  readonly terms?: LeaseTerms;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
}

/**
 * Grants leases on what a service says, and makes its changes wait until nobody can use what was before. Replicas of the
 * owner need to know nothing of each other and remember nothing: who may hold leases is in the register, and a lease that
 * no message can end ends by itself.
 */
export class FactOwner {
  private readonly inbox: string;
  private readonly open = new Map<string, (holder: string) => void>();
  private readonly retiring = new Set<NodeJS.Timeout>();
  private readonly leaving = new Set<Promise<void>>();
  private readonly subscriptions: readonly Unsubscribe[];
  private readonly terms: LeaseTerms;
  private readonly now: () => number;

  constructor(private readonly options: FactOwnerOptions) {
    const { service, link, terms = LEASE_TERMS, now = () => performance.now() } = options;
    this.terms = terms;
    this.now = now;
    this.inbox = createInbox(`_INBOX_${service}`);
    this.subscriptions = [
      link.subscribe(`${this.inbox}.*`, (message) => this.confirm(message.string())),
      link.subscribe(leaveSubject(service), (message) => this.strikeOff(message.string()), service),
    ];
  }

  /**
   * Answers a holder's question. `read` begins once the holder is listed, so that every change that it does not see will
   * wait for the holder; its topics are all that the value depends on.
   */
  async grant<Value>(holder: string | null, read: () => Promise<Leased<Value>>): Promise<Leased<Value>> {
    if (holder !== null) await this.options.register.admit(holder);
    const { value, topics } = await read();
    return { value, topics: holder === null ? null : topics };
  }

  /**
   * To be called once a change is in the store, before it is acknowledged, and also when it was there already: whoever made
   * it may have died before this. Resolves when no answer from before the change can begin any more: normally as soon as
   * every holder has confirmed, at the latest a lease and a margin later. Never rejects.
   */
  async revoke(topics: readonly string[]): Promise<void> {
    const committedAt = this.now();
    const withdrawal = new Withdrawal(this.terms, committedAt);
    try {
      withdrawal.listed(await this.options.register.list());
    } catch (error) {
      this.options.report(error);
    }
    if (!withdrawal.isOver(this.now())) await this.tell(topics, withdrawal);
    const { unheard } = withdrawal;
    const by = withdrawal.isOver(committedAt) ? 'confirmation' : 'time';
    this.options.metrics.note(this.now() - committedAt, by);
    if (unheard.length > 0) void this.retire(unheard).catch(this.options.report);
  }

  async stop(): Promise<void> {
    for (const timer of this.retiring) clearTimeout(timer);
    await Promise.all(this.subscriptions.map((unsubscribe) => unsubscribe()));
    await Promise.all(this.leaving);
  }

  private tell(topics: readonly string[], withdrawal: Withdrawal): Promise<void> {
    const change = randomUUID();
    const message = JSON.stringify({ change, topics });
    // NATS lets a holder reply once to each subject.
    const send = (): unknown =>
      this.options.link.publish(changedSubject(this.options.service), message, `${this.inbox}.${change}`);
    return new Promise((resolve) => {
      let deadline: NodeJS.Timeout | undefined;
      const repeating = setInterval(send, REPEAT_MS);
      const look = (): void => {
        clearTimeout(deadline);
        if (!withdrawal.isOver(this.now())) {
          deadline = setTimeout(look, Math.ceil(withdrawal.msLeft(this.now())));
          return;
        }
        clearInterval(repeating);
        this.open.delete(change);
        resolve();
      };
      this.open.set(change, (holder) => {
        withdrawal.confirmed(holder);
        look();
      });
      send();
      look();
    });
  }

  private strikeOff(holder: string): void {
    const { register, report } = this.options;
    const left = register
      .leave(holder)
      .catch(report)
      .finally(() => this.leaving.delete(left));
    this.leaving.add(left);
  }

  private confirm(text: string): void {
    const news = readConfirmed(text);
    if (news !== null) this.open.get(news.change)?.(news.holder);
  }

  /** Whoever said nothing has most likely ended; if not, it is admitted again with its next question. */
  private async retire(holders: readonly string[]): Promise<void> {
    const { register, report } = this.options;
    const mark = randomUUID();
    await register.lapse(holders, mark);
    const timer = setTimeout(
      () => {
        this.retiring.delete(timer);
        void register.forget(mark).catch(report);
      },
      Math.ceil(this.terms.leaseMs + this.terms.marginMs),
    ).unref();
    this.retiring.add(timer);
  }
}
