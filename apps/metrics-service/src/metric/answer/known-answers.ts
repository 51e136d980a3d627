import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RowSet } from '@svc/contracts';
import type { TableQuery } from '../metric.ports';

/** A longer answer is not kept: computing it again is cheaper than giving up the room of hundreds of others. */
const MAX_CHARS = 256 * 1024;
/** Rows never change under their hash; what computes with them may, when the service is upgraded. */
const KEPT_MS = 10 * 60_000;

/**
 * Exact answers that this process has had before, by the statement, its values and the content of the tables that it reads.
 * Whoever looks something up has checked that the caller may see those tables now.
 */
export class KnownAnswers {
  private readonly answers: LRUCache<string, RowSet>;

  /** `limit` is in characters of JSON, 0 for no answers; `now` is monotonic, in milliseconds. */
  constructor(
    readonly limit: number,
    now: () => number = () => performance.now(),
  ) {
    this.answers = new LRUCache({ maxSize: Math.max(1, limit), ttl: KEPT_MS, ttlResolution: 0, perf: { now } });
  }

  get used(): number {
    return this.answers.calculatedSize;
  }

  find(key: string): RowSet | null {
    return this.answers.get(key) ?? null;
  }

  keep(key: string, { columns, rows, row_count, truncated }: RowSet): void {
    const found = { columns, rows, row_count, truncated };
    const size = JSON.stringify(found).length;
    if (size <= MAX_CHARS) this.answers.set(key, found, { size });
  }
}

/** Everything that an answer depends on. */
export function answerKey({ sql, parameters, tables, limit }: TableQuery): string {
  const read = Object.entries(tables)
    .map(([name, { object }]) => [name, object] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([sql, parameters, limit, read]))
    .digest('base64url');
}
