import { Inject, Injectable } from '@nestjs/common';
import { readRecords, type RecordQuery } from '@svc/audit-chain';
import { type AuditRecord, auditRecord } from '@svc/contracts';
import { AUDIT_PLACE, type AuditPlace } from './audit.ports';
import { readProblem } from './audit-problem';

/** A search checks the clock after this many records. */
const WINDOW = 65_536;
const SEARCH_MS = 2_000;

export type RecordFilter = Pick<RecordQuery, 'actor' | 'action' | 'targetName' | 'targetType' | 'from' | 'to'>;

export interface RecordPage {
  readonly items: AuditRecord[];
  /** Cursor: continue with records numbered below this. Null at the end. */
  readonly before: number | null;
}

/**
 * Matching records, newest first. Blocks of the log that cannot contain any are skipped by their index; the rest is
 * read for two seconds at most, and the page then has a cursor: a search that finds nothing in a huge log ends in
 * many short answers instead of one that comes too late.
 */
@Injectable()
export class ListRecords {
  constructor(@Inject(AUDIT_PLACE) private readonly place: AuditPlace) {}

  async list(filter: RecordFilter, before: number | null, limit: number, signal: AbortSignal): Promise<RecordPage> {
    try {
      return await this.search(filter, before ?? ((await this.outermost('newest')) ?? -1) + 1, limit, signal);
    } catch (error) {
      throw readProblem(error);
    }
  }

  private async search(filter: RecordFilter, before: number, limit: number, signal: AbortSignal): Promise<RecordPage> {
    const oldest = (await this.outermost('oldest')) ?? before;
    const until = Date.now() + SEARCH_MS;
    const items: AuditRecord[] = [];
    for (let to = before; to > oldest; to -= WINDOW) {
      signal.throwIfAborted();
      const window = { ...filter, after: Math.max(oldest, to - WINDOW) - 1, before: to, limit: limit - items.length };
      for await (const record of readRecords(this.place.directory, window)) items.push(auditRecord.parse(record));
      const last = items.at(-1);
      if (items.length === limit && last !== undefined) return { items, before: last.seq > oldest ? last.seq : null };
      if (Date.now() > until && to - WINDOW > oldest) return { items, before: to - WINDOW };
    }
    return { items, before: null };
  }

  private async outermost(order: 'newest' | 'oldest'): Promise<number | null> {
    for await (const { seq } of readRecords(this.place.directory, { order, limit: 1 })) return seq;
    return null;
  }
}
