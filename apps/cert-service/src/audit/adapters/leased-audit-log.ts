import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { AuditLogWriter, type CheckpointSigner, type LogKey, readRecords, verifyLog } from '@svc/audit-chain';
import { type AuditEntry, auditRecord, type AuditRecord, ProblemError } from '@svc/contracts';
import { LOGGER } from '@svc/platform';
import type { Logger } from 'pino';
import { CLOCK, type Clock } from '../../clock';
import type { AuditFilter, AuditLog, AuditState } from '../audit.ports';
import { type LeaseHolder, PostgresLease } from './postgres-lease';

export interface AuditPlace {
  readonly directory: string;
  readonly postgresUrl: string;
  readonly checkpoints: CheckpointSigner;
  readonly logKey: LogKey;
}
export const AUDIT_PLACE = Symbol('AuditPlace');

/** The audit log on disk, written only while this replica holds the lease. */
@Injectable()
export class LeasedAuditLog implements AuditLog, LeaseHolder, OnApplicationBootstrap, OnApplicationShutdown {
  private writer: AuditLogWriter | null = null;
  private readonly lease: PostgresLease;

  constructor(
    @Inject(AUDIT_PLACE) private readonly place: AuditPlace,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.lease = new PostgresLease(place.postgresUrl, 'audit-log', this, (error) => { logger.warn({ err: error }, 'the lease of the audit log was not obtained'); });
  }

  onApplicationBootstrap(): void {
    this.lease.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.lease.stop();
  }

  async gained(epoch: number): Promise<void> {
    this.writer = await AuditLogWriter.open(this.place.directory, { epoch, now: () => this.clock.now(), checkpointSigner: this.place.checkpoints });
    this.logger.info({ epoch, size: this.writer.head().size }, 'writing the audit log');
  }

  async lost(): Promise<void> {
    const writer = this.writer;
    this.writer = null;
    await writer?.close();
  }

  get writable(): boolean {
    return this.writer !== null;
  }

  async append(entries: readonly AuditEntry[]): Promise<{ appended: number; last_seq: number }> {
    if (this.writer === null) throw unwritable();
    try {
      const acknowledged = await this.writer.append(entries);
      return { appended: acknowledged.filter((it) => !it.duplicate).length, last_seq: Math.max(...acknowledged.map((it) => it.seq)) };
    } catch (error) {
      this.logger.error({ err: error }, 'the audit log cannot be written');
      throw unwritable(error);
    }
  }

  async records({ actor, action, target, from, to, before, limit }: AuditFilter): Promise<AuditRecord[]> {
    const found: AuditRecord[] = [];
    const query = { actor, action, targetName: target, from, to, before, limit };
    for await (const record of readRecords(this.place.directory, query)) found.push(auditRecord.parse(record));
    return found;
  }

  async verify(anchor: string | undefined): Promise<AuditState> {
    const { logKey } = this.place;
    const found = await verifyLog(this.place.directory, anchor === undefined ? { logKey } : { logKey, anchor: { checkpoint: anchor } });
    return { state: found.outcome, records: found.head.size, head: found.head.hash, detail: found.reason, at_seq: found.where?.seq ?? null };
  }
}

function unwritable(cause?: unknown): ProblemError {
  return new ProblemError('unavailable', 'The audit log cannot be written at the moment, and nothing is served unrecorded. Try again shortly.', {
    retryAfter: 1,
    ...(cause === undefined ? {} : { cause }),
  });
}
