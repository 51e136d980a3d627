import { Inject, Injectable } from '@nestjs/common';
import { type AuditLogWriter, readUnverifiedCheckpoint } from '@svc/audit-chain';
import { LOGGER } from '@svc/platform';
import type { Logger } from 'pino';
import { AnchorFeed } from './anchor/anchor-feed';

export interface CheckpointPace {
  /** Sign after this many records … */
  readonly records: number;
  /** … or after this many seconds with any. */
  readonly seconds: number;
}
export const CHECKPOINT_PACE = Symbol('CheckpointPace');

/** Signs the log as it grows, and at the end of a term, and passes each checkpoint on to be anchored. */
@Injectable()
export class CheckpointRhythm {
  private writer: AuditLogWriter | null = null;
  private timer: NodeJS.Timeout | undefined;
  private signing: Promise<void> | null = null;
  private size = 0;
  private signed = 0;

  constructor(
    @Inject(CHECKPOINT_PACE) private readonly pace: CheckpointPace,
    private readonly anchors: AnchorFeed,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** How many records the log has and how many of them are signed; zeros while this replica does not write. */
  get progress(): { readonly size: number; readonly signed: number } {
    return { size: this.size, signed: this.signed };
  }

  /** Signs the existing records, so that a log always has a checkpoint of its newest term, and continues from there. */
  begin(writer: AuditLogWriter): void {
    this.writer = writer;
    this.size = writer.head().size;
    this.signed = 0;
    this.timer = setInterval(() => {
      this.signIfGrown();
    }, this.pace.seconds * 1_000);
    this.signIfGrown();
  }

  /** The log now has `size` records, all synced. */
  wrote(size: number): void {
    this.size = Math.max(this.size, size);
    if (this.size - this.signed >= this.pace.records) this.signIfGrown();
  }

  /** Signs what is not signed yet, for the last time. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.signing;
    this.signIfGrown();
    await this.signing;
    this.writer = null;
    this.size = 0;
    this.signed = 0;
  }

  /** Passes on at once what the anchoring interval still holds back. */
  async announce(): Promise<void> {
    await this.anchors.flush();
  }

  private signIfGrown(): void {
    const { writer } = this;
    if (writer === null || this.signing !== null || this.size <= this.signed) return;
    this.signing = this.sign(writer).finally(() => {
      this.signing = null;
    });
  }

  private async sign(writer: AuditLogWriter): Promise<void> {
    try {
      const note = await writer.checkpoint();
      this.signed = readUnverifiedCheckpoint(note).size;
      this.anchors.offer(note);
    } catch (error) {
      // A deposed writer finds out here or with its next record; a log that contradicts a signed checkpoint needs an operator.
      this.logger.error({ err: error }, 'no checkpoint of the audit log could be signed');
    }
  }
}
