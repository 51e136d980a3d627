import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';
import { execute, LOGGER, queryRow, queryRows } from '@svc/platform';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { PastQueryFilter, QueryLog } from '../query.ports';
import type { PastQuery } from '../query-record';

const FLUSH_MS = 200;
const MAX_WAITING = 10_000;
const MAX_BATCH = 500;

const row = z
  .object({
    number: z.string().transform(Number),
    id: z.string(),
    statement: z.string(),
    caller: z.string(),
    tables: z.record(z.string(), z.string()),
    started_at: z.date(),
    duration_ms: z.number(),
    rows: z.string().transform(Number).nullable(),
    truncated: z.boolean().nullable(),
    cached: z.boolean(),
    error: z.string().nullable(),
    error_detail: z.string().nullable(),
    trace_id: z.string(),
  })
  .transform(({ started_at, duration_ms, error, error_detail, trace_id, ...same }) => ({
    ...same,
    startedAt: started_at,
    durationMs: duration_ms,
    traceId: trace_id,
    error: error === null ? null : { code: error, detail: error_detail ?? '' },
  }));
const FIELDS =
  'number, id, caller, tables, started_at, duration_ms, rows, truncated, cached, error, error_detail, trace_id';
const CUT = 1_000;

/**
 * Records of statements in the `compute` schema, written in batches after the answers: a statement takes a millisecond
 * and must not wait for a disk. Records not yet written when the process is killed are lost; the audit log has the calls themselves.
 */
@Injectable()
export class PostgresQueryLog implements QueryLog, BeforeApplicationShutdown {
  private waiting: PastQuery[] = [];
  /** Dropped records, since that was last reported. */
  private lost = 0;
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly source: DataSource,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  record(record: PastQuery): void {
    if (this.waiting.length >= MAX_WAITING) {
      this.waiting.shift();
      this.lost += 1;
    }
    this.waiting.push({
      ...record,
      statement: storable(record.statement),
      error: record.error === null ? null : { ...record.error, detail: storable(record.error.detail) },
    });
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }

  async find(id: string, caller: string): Promise<PastQuery | null> {
    const waiting = this.waiting.findLast((one) => one.id === id && one.caller === caller);
    if (waiting !== undefined) return waiting;
    await this.writing;
    return queryRow(
      this.source,
      row,
      `SELECT ${FIELDS}, statement FROM query WHERE id = $1 AND caller = $2 ORDER BY number DESC LIMIT 1`,
      [id, caller],
    );
  }

  async page({
    caller,
    state,
    before,
    limit,
  }: PastQueryFilter): Promise<readonly (PastQuery & { readonly number: number })[]> {
    // So that a caller finds what this replica has just answered.
    await this.flush();
    return queryRows(
      this.source,
      row,
      `SELECT ${FIELDS}, left(statement, ${String(CUT)}) AS statement FROM query
       WHERE caller = $1 AND ($2::bigint IS NULL OR number < $2) AND ($3::boolean IS NULL OR (error IS NULL) = $3) ORDER BY number DESC LIMIT $4`,
      [caller, before, state === undefined ? null : state === 'succeeded', limit],
    );
  }

  /** Writes the pending records. Never rejects: while Postgres is unreachable at most ten thousand of them wait. */
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
    if (this.lost > 0)
      this.logger.warn({ records: this.lost }, 'query records were dropped: more than Postgres could take');
    this.lost = 0;
    const batch = this.waiting.splice(0, MAX_BATCH);
    if (batch.length === 0) return;
    try {
      await execute(
        this.source,
        `INSERT INTO query (id, statement, caller, tables, started_at, duration_ms, rows, truncated, cached, error, error_detail, trace_id)
         SELECT id, statement, caller, tables, "startedAt", "durationMs", rows, truncated, cached, error->>'code', error->>'detail', "traceId"
         FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, statement text, caller text, tables jsonb, "startedAt" timestamptz, "durationMs" double precision, rows bigint, truncated boolean, cached boolean, error jsonb, "traceId" text)`,
        [JSON.stringify(batch)],
      );
    } catch (error) {
      const away = error instanceof ProblemError && error.code === 'unavailable';
      if (away) this.waiting.unshift(...batch);
      this.logger.warn(
        { err: error, records: batch.length },
        away ? 'query records wait for Postgres' : 'query records were dropped',
      );
    }
    if (this.waiting.length > 0) this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }
}

/** Postgres stores neither U+0000 nor half a surrogate pair in text. */
function storable(statement: string): string {
  return Buffer.from(statement).toString().replaceAll('\u0000', '\ufffd');
}
