import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { Readiness } from '../health/readiness';
import { JobQueue } from '../job/job-queue';
import { PlatformMetrics } from '../metrics/platform-metrics';
import { Outbox } from '../outbox/outbox';

/** Observability of a service's data: readiness of its stores, running jobs, and the lag of the outbox. */
@Injectable()
export class DataWatch {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    @Inject(JobQueue) private readonly jobs: JobQueue,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(PlatformMetrics) private readonly metrics: PlatformMetrics,
  ) {}

  start(): void {
    // Boot waits for the migrations, so a service that answers has them.
    this.readiness.register({ name: 'postgres', check: async () => void (await this.source.query('SELECT 1')) });
    if (this.jobs.handlesAny) this.readiness.register({ name: 'redis', check: () => this.jobs.check() });
    this.measureJobs();
    this.measureOutbox();
  }

  /** Gauges are read when scraped; while Postgres is unavailable they keep their values. */
  private measureJobs(): void {
    const { jobs } = this;
    new Gauge({
      name: 'svc_jobs',
      help: 'Jobs waiting and running, by state',
      labelNames: ['state'],
      registers: [this.metrics.registry],
      async collect() {
        for (const [state, count] of Object.entries(await jobs.open().catch(() => ({})))) this.set({ state }, count);
      },
    });
  }

  private measureOutbox(): void {
    const { outbox } = this;
    new Gauge({
      name: 'svc_outbox_age_seconds',
      help: 'How long the oldest undelivered message has waited',
      registers: [this.metrics.registry],
      async collect() {
        const age = await outbox.age().catch(() => null);
        if (age !== null) this.set(age);
      },
    });
  }
}
