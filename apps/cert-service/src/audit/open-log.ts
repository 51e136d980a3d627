import { Inject, Injectable } from '@nestjs/common';
import { AuditLogWriter, LogError } from '@svc/audit-chain';
import { CLOCK, type Clock } from '@svc/platform';
import { AUDIT_PLACE, type AuditPlace } from './audit.ports';

/** Takes over the log of this service. */
@Injectable()
export class OpenLog {
  constructor(
    @Inject(AUDIT_PLACE) private readonly place: AuditPlace,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Null if a writer of this or a higher epoch had the log already. */
  async open(epoch: number): Promise<AuditLogWriter | null> {
    const { directory, segmentBytes, signer } = this.place;
    try {
      return await AuditLogWriter.open(directory, {
        epoch,
        now: () => this.clock.now(),
        checkpointSigner: signer,
        segmentBytes,
      });
    } catch (error) {
      if (error instanceof LogError && error.code === 'fenced') return null;
      throw error;
    }
  }
}
