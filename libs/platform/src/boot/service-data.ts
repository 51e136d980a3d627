import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG } from '../config/tokens';
import type { PlatformConfig } from '../config/platform-config';
import { JobQueue } from '../job/job-queue';
import { FactHolders } from '../leased-fact/fact-holders';
import { FactOwner } from '../leased-fact/fact-owner';
import { Outbox } from '../outbox/outbox';
import { DataWatch } from './data-watch';

/** Starts what works on the service's schema once everything is registered, and stops it while Postgres and NATS are still there. */
@Injectable()
export class ServiceData implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(JobQueue) private readonly jobs: JobQueue,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(FactOwner) private readonly facts: FactOwner,
    @Inject(FactHolders) private readonly holders: FactHolders,
    @Inject(DataWatch) private readonly watch: DataWatch,
    @Inject(CONFIG) private readonly config: PlatformConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.start();
    this.outbox.start();
    this.watch.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.jobs.stop(this.config.SVC_SHUTDOWN_GRACE_MS), this.outbox.stop()]);
    // In this order: what this replica held of its own facts, its owner can still strike off.
    await this.holders.beforeApplicationShutdown();
    await this.facts.stop();
  }
}
