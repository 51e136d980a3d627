import { readFile } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type AuditSegment, ProblemError } from '@svc/contracts';
import { AUDIT_FILES, AUDIT_PLACE, type AuditFiles, type AuditPlace, type StoredFile } from '../audit.ports';
import { listLogFiles, type LogFile, type SealedFile } from '../log-files';
import { ProveRecord } from '../prove-record';
import { type ArchivedSegment, SEGMENT_REGISTER, type SegmentRegister } from './retention.ports';

/** The files of the log, and the archived copies of sealed ones, for exports and for retention. */
@Injectable()
export class SegmentArchive {
  constructor(
    @Inject(AUDIT_PLACE) private readonly place: AuditPlace,
    @Inject(AUDIT_FILES) private readonly files: AuditFiles,
    @Inject(SEGMENT_REGISTER) private readonly register: SegmentRegister,
    private readonly proofs: ProveRecord,
  ) {}

  /** Files in order, those with records above `after`; includes archived ones that are no longer part of the log. */
  async list(after: number, limit: number): Promise<AuditSegment[]> {
    const archived = new Map((await this.register.list(after, limit)).map((it) => [it.firstSeq, it]));
    const present = (await this.present()).filter(({ firstSeq }) => firstSeq > after);
    const here = present.map((file) => describe(file, archived.get(file.firstSeq) ?? null));
    const gone = [...archived.values()].filter((it) => !present.some(({ firstSeq }) => firstSeq === it.firstSeq));
    return [...gone.map((it) => describe(it, it)), ...here].sort((a, b) => a.first_seq - b.first_seq).slice(0, limit);
  }

  /** A copy of a file: of a sealed one complete, archived now if it was not; of the newest one up to its last checkpoint. */
  async fetch(firstSeq: number): Promise<StoredFile & { readonly name: string }> {
    const archived = await this.register.find(firstSeq);
    if (archived !== null) return archived;
    const file = (await this.present()).find((it) => it.firstSeq === firstSeq);
    if (file === undefined)
      throw new ProblemError(
        'not-found',
        `No file of the log begins with record ${firstSeq}. List them at /api/audit/segments.`,
      );
    const { lastSeq } = file;
    return lastSeq === null ? this.copySigned(file) : this.keep({ ...file, lastSeq });
  }

  /** Archives a sealed file, unless it is archived already. The returned copy is in the warehouse, complete and durable. */
  async keep({ name, path, firstSeq, lastSeq }: SealedFile): Promise<ArchivedSegment> {
    const known = await this.register.find(firstSeq);
    if (known !== null && (await this.files.has(known.object))) return known;
    const { object, bytes } = await this.files.keep(path);
    return this.register.add({ name, firstSeq, lastSeq, object, bytes });
  }

  /** Only up to the newest checkpoint: a later line may not be synced yet, and a crash could still remove it. */
  private async copySigned({ name, path, firstSeq }: LogFile): Promise<StoredFile & { readonly name: string }> {
    const { size } = await this.proofs.checkpoint();
    if (size <= firstSeq)
      throw new ProblemError('conflict', `No checkpoint covers any record of ${name} yet. Try again in a moment.`, {
        retryAfter: 1,
      });
    const lines = (await readFile(path, 'utf8')).split('\n').slice(0, size - firstSeq);
    return { name, ...(await this.files.offer(`${lines.join('\n')}\n`)) };
  }

  private present(): Promise<LogFile[]> {
    return listLogFiles(this.place.directory);
  }
}

function describe(
  { name, firstSeq, lastSeq }: Pick<LogFile, 'name' | 'firstSeq' | 'lastSeq'>,
  archived: ArchivedSegment | null,
): AuditSegment {
  return {
    first_seq: firstSeq,
    last_seq: lastSeq,
    file: name,
    archived:
      archived === null
        ? null
        : { object: archived.object, bytes: archived.bytes, at: archived.archivedAt.toISOString() },
    removed_at: archived?.removedAt?.toISOString() ?? null,
  };
}
