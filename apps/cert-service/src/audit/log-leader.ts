import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type AuditLogWriter, LogError } from '@svc/audit-chain';
import { type AuditEntry, ProblemError } from '@svc/contracts';
import { type Lease, type LeaseHolder, type LeaseState, LOGGER } from '@svc/platform';
import type { Logger } from 'pino';
import { LEAD_CHANNEL, type LeadChannel, LEASE, type Written } from './audit.ports';
import { unwritable } from './audit-problem';
import { CheckpointRhythm } from './checkpoint-rhythm';
import { OpenLog } from './open-log';

/**
 * Writes the log while this replica holds the lease, and serves the other replicas meanwhile. A writer that finds itself
 * deposed, or no longer sure of its file, never writes again: the term ends, and the next one reopens the log.
 */
@Injectable()
export class LogLeader implements LeaseHolder, OnApplicationBootstrap, BeforeApplicationShutdown {
  private writer: AuditLogWriter | null = null;
  private leave: () => Promise<void> = () => Promise.resolve();
  private readonly beginnings = new Set<() => void>();

  constructor(
    @Inject(LEASE) private readonly lease: Lease,
    @Inject(LEAD_CHANNEL) private readonly channel: LeadChannel,
    private readonly opening: OpenLog,
    private readonly rhythm: CheckpointRhythm,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    // A replica that nobody can reach must not keep the lease from others.
    channel.onLoss(() => {
      this.lease.stepDown();
    });
  }

  onApplicationBootstrap(): void {
    this.lease.start(this);
  }

  /** Before the data source closes: the last checkpoint still has to be announced. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.lease.stop();
    await this.rhythm.announce();
  }

  get eligible(): boolean {
    return this.channel.open;
  }

  get leading(): boolean {
    return this.writer !== null;
  }

  /** Whether there may soon be a writer. */
  get state(): LeaseState {
    return this.lease.state;
  }

  /** Calls `listener` when this replica starts to write; the returned function unsubscribes. */
  onBeginning(listener: () => void): () => void {
    this.beginnings.add(listener);
    return () => this.beginnings.delete(listener);
  }

  async gained(epoch: number): Promise<boolean> {
    const writer = await this.opening.open(epoch);
    if (writer === null) return false;
    this.writer = writer;
    this.leave = this.channel.serve((entries) => this.write(entries));
    this.rhythm.begin(writer);
    this.logger.info({ epoch, size: writer.head().size }, 'writing the audit log');
    for (const listener of this.beginnings) listener();
    return true;
  }

  async lost(): Promise<void> {
    const { writer } = this;
    if (writer === null) return;
    await this.leave();
    this.writer = null;
    await this.rhythm.end();
    await writer.close().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the audit log was not closed cleanly');
    });
    this.logger.info('no longer writing the audit log');
  }

  /** Null when this replica does not write, or no longer can: then ask the current writer. */
  async write(entries: readonly AuditEntry[]): Promise<Written | null> {
    const { writer } = this;
    if (writer === null) return null;
    try {
      const acknowledged = await writer.append(entries);
      const last = Math.max(...acknowledged.map((it) => it.seq));
      this.rhythm.wrote(last + 1);
      return { appended: acknowledged.filter((it) => !it.duplicate).length, last_seq: last };
    } catch (error) {
      return this.afterRefusal(error);
    }
  }

  private afterRefusal(error: unknown): null {
    if (!(error instanceof LogError)) throw error;
    switch (error.code) {
      case 'invalid-entry':
        throw new ProblemError('invalid-request', `The entry cannot be recorded: ${error.message}.`, {
          cause: error,
        });
      case 'not-written':
        this.logger.error({ err: error }, 'the audit log cannot be written');
        throw unwritable(error);
      default:
        this.logger.warn({ err: error }, 'this replica can no longer write the audit log');
        this.lease.stepDown();
        return null;
    }
  }
}
