import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, PlatformMetrics } from '@svc/platform';
import { Gauge } from 'prom-client';
import type { Config } from '../config';
import { AuditTrail } from './audit-trail';
import { type Served, toAuditEntry } from './audit-entry';
import { ParameterDigests } from './parameter-digests';

/** Records requests as AUDIT_MODE demands. */
@Injectable()
export class Recorder implements BeforeApplicationShutdown {
  private readonly required: boolean;

  constructor(
    @Inject(AuditTrail) private readonly trail: AuditTrail,
    @Inject(ParameterDigests) private readonly digests: ParameterDigests,
    @Inject(CONFIG) private readonly config: Pick<Config, 'AUDIT_MODE' | 'SVC_SHUTDOWN_GRACE_MS'>,
    @Inject(LOGGER) private readonly logger: { error(fields: object, text: string): void },
    @Inject(PlatformMetrics) metrics: PlatformMetrics,
  ) {
    this.required = config.AUDIT_MODE === 'required';
    const registers = [metrics.registry];
    new Gauge({
      name: 'svc_audit_backlog',
      help: 'Audit records waiting to be written',
      registers,
      collect() {
        this.set(trail.backlog);
      },
    });
    new Gauge({
      name: 'svc_audit_dropped',
      help: 'Audit records dropped because the log was unavailable',
      registers,
      collect() {
        this.set(trail.dropped);
      },
    });
  }

  /** Refuses work that could not be recorded. */
  refuseIfAway(): void {
    if (this.required) this.trail.refuseIfAway();
  }

  /** Resolves when the answer may be sent: once the record is written, or at once where that is not required. */
  async record(served: Served): Promise<void> {
    const entry = toAuditEntry(served, this.digests);
    if (this.required) await this.trail.record(entry);
    else this.trail.follow(entry);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.trail.close(this.config.SVC_SHUTDOWN_GRACE_MS);
    if (this.trail.backlog > 0)
      this.logger.error({ records: this.trail.backlog }, 'stopped with audit records that could not be written');
  }
}
