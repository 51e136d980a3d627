import type { ServiceName } from '@svc/contracts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What one replica counts of the facts of one owner. */
export interface HoldingCounts {
  granted: number;
  hits: number;
  asked: number;
  revocations: number;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Shows what holders count when they are scraped, so that a hit costs nothing. */
export function watchHoldings(registry: Registry, counts: ReadonlyMap<ServiceName, HoldingCounts>): void {
  const watch = (name: string, help: string, read: (counts: HoldingCounts) => number): void => {
    new Counter({
      name,
      help,
      labelNames: ['owner'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [owner, it] of counts) this.inc({ owner }, read(it));
      },
    });
  };
  watch('svc_fact_leases_granted_total', 'Leases on facts that this replica was granted, by owner', (it) => it.granted);
  watch('svc_fact_hits_total', 'Facts used under a lease, without asking their owner', (it) => it.hits);
  watch('svc_fact_questions_total', 'Facts that their owner was asked for', (it) => it.asked);
  watch('svc_fact_revocations_total', 'Changes that this replica heard of and confirmed', (it) => it.revocations);
}

/** How long changes wait until nobody can use what was before. */
export class WithdrawalMetrics {
  private readonly waited: Histogram;
  private readonly longest: Gauge;
  private longestMs = 0;

  constructor(registry: Registry) {
    this.waited = new Histogram({
      name: 'svc_fact_withdrawal_duration_seconds',
      help: 'Time from the commit of a change until nobody can use the fact as it was before',
      labelNames: ['by'],
      buckets: SECONDS,
      registers: [registry],
    });
    this.longest = new Gauge({
      name: 'svc_fact_withdrawal_longest_seconds',
      help: 'The longest of these times since the start',
      registers: [registry],
    });
  }

  note(ms: number, by: 'confirmation' | 'time'): void {
    this.waited.observe({ by }, ms / 1_000);
    if (ms <= this.longestMs) return;
    this.longestMs = ms;
    this.longest.set(ms / 1_000);
  }
}
