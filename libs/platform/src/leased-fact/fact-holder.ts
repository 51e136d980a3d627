import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@svc/contracts';
import type { Msg } from 'nats';
import type { NatsLink, Unsubscribe } from '../nats/nats-link';
import type { HoldingCounts } from './fact-metrics';
import { changedSubject, leaveSubject, readChanged } from './fact-messages';
import { LEASE_TERMS, type LeaseTerms, type Stopwatch, systemStopwatch } from './lease-terms';
import { LeasedFacts } from './leased-facts';

export interface FactHolderOptions {
  readonly owner: ServiceName;
  readonly link: Pick<NatsLink, 'connected' | 'flush' | 'publish' | 'subscribe'>;
  readonly terms?: LeaseTerms;
  readonly now?: Stopwatch;
}

/** This replica as a holder of leases on the facts of one owner: hears of changes, drops what they concern, confirms. */
export class FactHolder {
  readonly id = randomUUID();
  readonly counts: HoldingCounts = { granted: 0, hits: 0, asked: 0, revocations: 0 };
  private readonly kinds: Pick<LeasedFacts<unknown>, 'revoke' | 'clear'>[] = [];
  private readonly unsubscribe: Unsubscribe;
  private stopping: Promise<void> | undefined;

  constructor(private readonly options: FactHolderOptions) {
    this.unsubscribe = options.link.subscribe(changedSubject(options.owner), (it) => this.hear(it));
  }

  /** A kind of facts, with keys of its own; topics are the owner's, whatever the kind. */
  facts<Value>(): LeasedFacts<Value> {
    const { terms = LEASE_TERMS, now = systemStopwatch, link } = this.options;
    const facts = new LeasedFacts<Value>({
      terms,
      now,
      counts: this.counts,
      // Without the connection no change could be heard, and every change would wait for the lease to end.
      holder: () => (link.connected && this.stopping === undefined ? this.id : null),
    });
    this.kinds.push(facts);
    return facts;
  }

  /** Uses no lease from now on, and says so: else the next change would wait for this replica. */
  stop(): Promise<void> {
    return (this.stopping ??= this.leave());
  }

  private async leave(): Promise<void> {
    for (const it of this.kinds) it.clear();
    const { link, owner } = this.options;
    if (link.publish(leaveSubject(owner), this.id)) await link.flush().catch(() => undefined);
    await this.unsubscribe();
  }

  private hear(message: Msg): void {
    const news = readChanged(message.string());
    // Dropping too much costs a question, dropping too little is a stale answer.
    for (const it of this.kinds) {
      if (news === null) it.clear();
      else it.revoke(news.topics);
    }
    this.counts.revocations += 1;
    if (news !== null) message.respond(JSON.stringify({ change: news.change, holder: this.id }));
  }
}
