import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { execute, isDatabaseAway, LOGGER } from '@svc/platform';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { QueryLog, QueryRecord } from '../query.ports';

const FLUSH_MS = 200;
const MAX_WAITING = 10_000;
const MAX_BATCH = 500;

/**
 * Records of statements in the `compute` schema, written in batches behind the answers: a statement takes a millisecond
 * and must not wait for a disk. What waits when the process is killed is lost; the audit log has the calls themselves.
 */
@Injectable()
export class PostgresQueryLog implements QueryLog, BeforeApplicationShutdown {
  private waiting: QueryRecord[] = [];
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly source: DataSource,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  record(record: QueryRecord): void {
    if (this.waiting.length >= MAX_WAITING) this.waiting.shift();
    this.waiting.push({ ...record, statement: storable(record.statement) });
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }

  /** Writes what waits. Never rejects: while Postgres is away the records wait, at most ten thousand of them. */
  flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  prune(before: Date): Promise<number> {
    return execute(this.source, 'DELETE FROM query WHERE started_at < $1', [before]);
  }

  private async write(): Promise<void> {
    const batch = this.waiting.splice(0, MAX_BATCH);
    if (batch.length === 0) return;
    try {
      await execute(
        this.source,
        `INSERT INTO query (id, statement, caller, tables, started_at, duration_ms, rows, truncated, error, trace_id)
         SELECT id, statement, caller, tables, "startedAt", "durationMs", rows, truncated, error, "traceId"
         FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, statement text, caller text, tables jsonb, "startedAt" timestamptz, "durationMs" double precision, rows bigint, truncated boolean, error text, "traceId" text)`,
        [JSON.stringify(batch)],
      );
    } catch (error) {
      const away = isDatabaseAway(error);
      if (away) this.waiting.unshift(...batch);
      this.logger.warn({ err: error, records: batch.length }, away ? 'records of statements wait for Postgres' : 'records of statements are lost');
    }
    if (this.waiting.length > 0) this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }
}

/** Postgres keeps neither U+0000 nor half a surrogate pair in text. */
function storable(statement: string): string {
  return Buffer.from(statement).toString().replaceAll('\u0000', '\ufffd');
}
