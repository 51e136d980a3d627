import type { HoldingCounts } from './fact-metrics';
import { Holdings, type Leased } from './holdings';
import { elapsedMs, type LeaseTerms, type Stopwatch } from './lease-terms';

const LIMIT = 10_000;

/** Asks the owner. `holder` goes with the question; null asks for the fact without a lease. */
export type AskOwner<Value> = (holder: string | null) => Promise<Leased<Value>>;

export interface LeasedFactsOptions {
  readonly terms: LeaseTerms;
  readonly now: Stopwatch;
  readonly counts: HoldingCounts;
  /** The id of this replica as a holder; null while it takes no leases. */
  readonly holder: () => string | null;
}

/**
 * Facts of one kind, by key, as this replica needs them: answered without asking while a lease on them lasts, so that no
 * answer that begins after a change was acknowledged is from before it. What is used in the second half of its lease is
 * asked for again in the background. A failed question fails the request that needs it, as if there were no leases.
 */
export class LeasedFacts<Value> {
  private readonly holdings: Holdings<Value>;
  private readonly renewing = new Set<string>();

  constructor(private readonly options: LeasedFactsOptions) {
    this.holdings = new Holdings(options.terms, LIMIT);
  }

  async find(key: string, ask: AskOwner<Value>): Promise<Value> {
    const { counts, now, terms } = this.options;
    const moment = now();
    const fact = this.holdings.usable(key, moment);
    if (fact === undefined) return this.ask(key, ask);
    counts.hits += 1;
    if (elapsedMs(fact.askedAt, moment) > terms.leaseMs / 2) this.renew(key, ask);
    return fact.value;
  }

  revoke(topics: readonly string[]): void {
    this.holdings.revoke(topics);
  }

  clear(): void {
    this.holdings.clear();
  }

  private async ask(key: string, ask: AskOwner<Value>): Promise<Value> {
    const { counts, now, holder } = this.options;
    const question = this.holdings.ask(key, now());
    counts.asked += 1;
    try {
      const answer = await ask(holder());
      if (this.holdings.answered(question, answer)) counts.granted += 1;
      return answer.value;
    } catch (error) {
      this.holdings.failed(question);
      throw error;
    }
  }

  /** Once at a time. When it fails, the lease runs out, and a request will ask. */
  private renew(key: string, ask: AskOwner<Value>): void {
    if (this.renewing.has(key)) return;
    this.renewing.add(key);
    void this.ask(key, ask)
      .catch(() => undefined)
      .finally(() => this.renewing.delete(key));
  }
}
