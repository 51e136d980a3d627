import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { pruneLog, readRecords } from '@svc/audit-chain';
import type { AuditEntry } from '@svc/contracts';
import { listLogFiles, type LogFile, type SealedFile } from '../log-files';
import { AUDIT_PLACE, type AuditPlace } from '../audit.ports';
import { LogLeader } from '../log-leader';
import {
  type ArchivedSegment,
  RETENTION_RULE,
  type RetentionRule,
  SEGMENT_REGISTER,
  type SegmentRegister,
} from './retention.ports';
import { SegmentArchive } from './segment-archive';

const DAY_MS = 86_400_000;

/**
 * Removes sealed files whose newest record is older than the retention period from the log. In this order, so that a crash
 * anywhere loses nothing and a repetition continues: the file is archived; the log records that it is being
 * removed and where the copy is; the data that verification needs of it are stored; the file is removed. Never silently.
 */
@Injectable()
export class RetireSegments {
  constructor(
    @Inject(AUDIT_PLACE) private readonly place: AuditPlace,
    @Inject(RETENTION_RULE) private readonly rule: RetentionRule,
    private readonly leader: LogLeader,
    private readonly archive: SegmentArchive,
    @Inject(SEGMENT_REGISTER) private readonly register: SegmentRegister,
  ) {}

  /** Does nothing unless this replica writes the log. Returns the files it removed. */
  async retire(now: Date): Promise<readonly ArchivedSegment[]> {
    if (this.rule.days === null || !this.leader.leading) return [];
    const files = await listLogFiles(this.place.directory);
    // A crash may have come between a removal and its record.
    await this.register.markRemoved(files[0]?.firstSeq ?? 0);
    const expired = await this.expired(files, new Date(now.getTime() - this.rule.days * DAY_MS));
    const kept: ArchivedSegment[] = [];
    for (const file of expired) kept.push(await this.archive.keep(file));
    const last = kept.at(-1);
    if (last === undefined || (await this.leader.write(kept.map((it) => removal(it, now)))) === null) return [];
    const { firstSeq } = await pruneLog(this.place.directory, { before: last.lastSeq + 1 });
    await this.register.markRemoved(firstSeq);
    return kept;
  }

  /** Only from the beginning: a log has no holes. */
  private async expired(files: readonly LogFile[], limit: Date): Promise<SealedFile[]> {
    const found: SealedFile[] = [];
    for (const file of files) {
      const { lastSeq } = file;
      if (lastSeq === null || (await this.newestIn(lastSeq)) >= limit) break;
      found.push({ ...file, lastSeq });
    }
    return found;
  }

  private async newestIn(lastSeq: number): Promise<Date> {
    for await (const { at } of readRecords(this.place.directory, { before: lastSeq + 1, limit: 1 }))
      return new Date(at);
    throw new Error(`record ${lastSeq} is not in the log`);
  }
}

/** The log's own record of a removal. Its id is derived from the file, so that a repetition is not recorded again. */
function removal({ name, object, bytes, firstSeq, lastSeq }: ArchivedSegment, now: Date): AuditEntry {
  const hex = createHash('sha256').update(`log.retired\n${name}\n${object}`).digest('hex');
  return {
    id: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
    at: now.toISOString(),
    actor: 'svc:audit-log',
    action: 'log.retired',
    method: '-',
    route: '-',
    target: { type: 'audit-segment', name },
    outcome: 'ok',
    status: 0,
    duration_us: 0,
    trace_id: '',
    detail: { object: `sha256:${object}`, bytes, first_seq: firstSeq, last_seq: lastSeq },
  };
}
