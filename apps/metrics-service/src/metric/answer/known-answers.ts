import { createHash } from 'node:crypto';
import type { RowSet } from '@svc/contracts';
import type { TableQuery } from '../metric.ports';
import { RecentlyUsed } from '../query/recently-used';

/** A longer answer is not kept: computing it again is cheaper than giving up the room of hundreds of others. */
const MAX_CHARS = 256 * 1024;
/** Rows never change under their hash; what computes with them may, when the service is upgraded. */
const KEPT_MS = 10 * 60_000;

interface KnownAnswer {
  readonly rows: RowSet;
  readonly until: number;
}

/**
 * Exact answers that this process has had before, by the statement, its values and the content of the tables that it reads.
 * Whoever looks something up has checked that the caller may see those tables now.
 */
export class KnownAnswers {
  private readonly answers: RecentlyUsed<KnownAnswer>;

  /** `maxChars` of JSON; `now` is monotonic, in milliseconds. */
  constructor(
    maxChars: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.answers = new RecentlyUsed(maxChars);
  }

  get used(): number {
    return this.answers.used;
  }

  get limit(): number {
    return this.answers.limit;
  }

  find(key: string): RowSet | null {
    const known = this.answers.get(key);
    return known !== undefined && known.until > this.now() ? known.rows : null;
  }

  keep(key: string, { columns, rows, row_count, truncated }: RowSet): void {
    const found = { columns, rows, row_count, truncated };
    const size = JSON.stringify(found).length;
    if (size <= MAX_CHARS) this.answers.set(key, { rows: found, until: this.now() + KEPT_MS }, size);
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
