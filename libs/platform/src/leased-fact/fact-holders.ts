import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { ServiceName } from '@svc/contracts';
import { PlatformMetrics } from '../metrics/platform-metrics';
import { NatsLink } from '../nats/nats-link';
import { FactHolder } from './fact-holder';
import { type HoldingCounts, watchHoldings } from './fact-metrics';

/** This replica as a holder of leases: once for each service whose facts it uses. */
@Injectable()
export class FactHolders implements BeforeApplicationShutdown {
  private readonly holders = new Map<ServiceName, FactHolder>();
  private readonly counts = new Map<ServiceName, HoldingCounts>();

  constructor(
    @Inject(NatsLink) private readonly link: NatsLink,
    @Inject(PlatformMetrics) metrics: PlatformMetrics,
  ) {
    watchHoldings(metrics.registry, this.counts);
  }

  of(owner: ServiceName): FactHolder {
    const known = this.holders.get(owner);
    if (known !== undefined) return known;
    const holder = new FactHolder({ owner, link: this.link });
    this.holders.set(owner, holder);
    this.counts.set(owner, holder.counts);
    return holder;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([...this.holders.values()].map((it) => it.stop()));
  }
}
