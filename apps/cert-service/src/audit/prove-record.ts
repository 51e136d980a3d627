import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { exportProof, readRecords, readUnverifiedCheckpoint } from '@svc/audit-chain';
import { ProblemError } from '@svc/contracts';
import { AUDIT_PLACE, type AuditPlace } from './audit.ports';
import { readProblem } from './audit-problem';
import { CHECKPOINT_PACE, type CheckpointPace } from './checkpoint-rhythm';

/** A checkpoint and its content. */
export interface NewestCheckpoint {
  readonly note: string;
  readonly origin: string;
  readonly size: number;
  /** Hex. */
  readonly root: string;
}

/** Evidence for third parties: the newest signed checkpoint, and proofs against it. Read from disk, on any replica. */
@Injectable()
export class ProveRecord {
  constructor(
    @Inject(AUDIT_PLACE) private readonly place: AuditPlace,
    @Inject(CHECKPOINT_PACE) private readonly pace: CheckpointPace,
  ) {}

  async checkpoint(): Promise<NewestCheckpoint> {
    // Where the library publishes it, always complete.
    const note = await readFile(join(this.place.directory, 'checkpoint'), 'utf8').catch(() => null);
    if (note === null)
      throw new ProblemError(
        'not-found',
        'The log has no checkpoint yet: the first one is signed when its writer starts.',
      );
    return { note, ...readUnverifiedCheckpoint(note) };
  }

  /** The C2SP tlog-proof of one record, and the checkpoint it is made against. */
  async prove(seq: number): Promise<{ readonly proof: string; readonly checkpoint: NewestCheckpoint }> {
    const checkpoint = await this.checkpoint();
    if (seq >= checkpoint.size && (await this.exists(seq))) {
      throw new ProblemError(
        'conflict',
        `Record ${seq} is not covered by a checkpoint yet; one is signed every ${this.pace.seconds} seconds.`,
        { retryAfter: this.pace.seconds },
      );
    }
    try {
      return { proof: await exportProof(this.place.directory, seq, checkpoint.note), checkpoint };
    } catch (error) {
      throw readProblem(error);
    }
  }

  private async exists(seq: number): Promise<boolean> {
    for await (const _record of readRecords(this.place.directory, { after: seq - 1, before: seq + 1, limit: 1 }))
      return true;
    return false;
  }
}
