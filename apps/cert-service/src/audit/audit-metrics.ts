import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PlatformMetrics } from '@svc/platform';
import { Gauge } from 'prom-client';
import { CheckpointRhythm } from './checkpoint-rhythm';
import { LogLeader } from './log-leader';

/** Metrics of the log, for operators; read when scraped. */
@Injectable()
export class AuditMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: PlatformMetrics,
    private readonly leader: LogLeader,
    private readonly rhythm: CheckpointRhythm,
  ) {}

  onModuleInit(): void {
    this.gauge(
      'svc_audit_leading',
      'Whether this replica writes the audit log; the sum over all replicas should be 1',
      () => (this.leader.leading ? 1 : 0),
    );
    this.gauge(
      'svc_audit_records',
      'Records of the audit log, on the replica that writes it',
      () => this.rhythm.progress.size,
    );
    this.gauge(
      'svc_audit_unsigned_records',
      'Records that no checkpoint covers yet, on the replica that writes them',
      () => this.rhythm.progress.size - this.rhythm.progress.signed,
    );
  }

  private gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.metrics.registry],
      collect() {
        this.set(read());
      },
    });
  }
}
