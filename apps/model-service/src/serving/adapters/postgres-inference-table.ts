import { Injectable } from '@nestjs/common';
import type { AccuracyDay, Principal } from '@svc/contracts';
import { execute, preparedRows, queryRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { InferenceTable, InvocationFilter, Invoked, JoinedLabel, StoredInvocation, Whose } from '../serving.ports';
import { GroupCommit } from './group-commit';
import { turnDays } from './inference-days';

const INSERT = {
  name: 'record-invocations',
  text: `
    INSERT INTO inference (request_id, at, model, version, asked, caller, problem, duration_ms, rows, request,
      request_truncated, predictions, predictions_truncated, trace_id)
    SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[],
      $8::float8[], $9::int[], $10::json[], $11::boolean[], $12::json[], $13::boolean[], $14::text[])`,
};

const row = z
  .object({
    number: z.string().transform(Number),
    request_id: z.string(),
    at: z.date(),
    model: z.string(),
    version: z.int(),
    asked: z.string(),
    caller: z.string(),
    problem: z.string().nullable(),
    duration_ms: z.number(),
    rows: z.int().nullable(),
    request: z.json(),
    request_truncated: z.boolean(),
    predictions: z.array(z.json()).nullable(),
    predictions_truncated: z.boolean(),
    trace_id: z.string(),
  })
  .transform(
    ({ request_id, duration_ms, request_truncated, predictions_truncated, trace_id, ...same }): StoredInvocation => ({
      ...same,
      requestId: request_id,
      durationMs: duration_ms,
      requestTruncated: request_truncated,
      predictionsTruncated: predictions_truncated,
      traceId: trace_id,
    }),
  );

const accuracyRow = z.object({
  day: z.string(),
  version: z.int(),
  labelled: z.int(),
  accuracy: z.number().nullable(),
  rmse: z.number().nullable(),
  mae: z.number().nullable(),
});

/** Invocations in day partitions of the schema `model`. */
@Injectable()
export class PostgresInferenceTable implements InferenceTable {
  private readonly commits = new GroupCommit<Invoked>((batch) => this.write(batch));

  constructor(private readonly source: DataSource) {}

  record(invoked: Invoked): Promise<void> {
    return this.commits.add(invoked);
  }

  page(
    model: string,
    { caller, since: made }: Whose,
    { version, outcome, since, until }: InvocationFilter,
    { before, limit }: { readonly before: number | null; readonly limit: number },
  ): Promise<readonly StoredInvocation[]> {
    return queryRows(
      this.source,
      row,
      `SELECT * FROM inference
       WHERE model = $1 AND ($2::text IS NULL OR caller = $2) AND ($3::bigint IS NULL OR number < $3)
         AND ($4::int IS NULL OR version = $4) AND ($5::boolean IS NULL OR (problem IS NULL) = $5)
         AND ($6::timestamptz IS NULL OR at >= $6) AND ($7::timestamptz IS NULL OR at < $7)
         AND at >= $8
       ORDER BY number DESC LIMIT $9`,
      [
        model,
        caller,
        before,
        version ?? null,
        outcome === undefined ? null : outcome === 'succeeded',
        since ?? null,
        until ?? null,
        made,
        limit,
      ],
    );
  }

  find(model: string, { caller, since }: Whose, requestIds: readonly string[]): Promise<readonly StoredInvocation[]> {
    return queryRows(
      this.source,
      row,
      `SELECT * FROM inference
       WHERE model = $1 AND ($2::text IS NULL OR caller = $2) AND at >= $3 AND request_id = ANY($4::uuid[])`,
      [model, caller, since, requestIds],
    );
  }

  async label(model: string, labels: readonly JoinedLabel[], by: Principal, at: Date): Promise<void> {
    await execute(
      this.source,
      `INSERT INTO inference_label (request_id, row, version, predicted_at, label, correct, error, model, labelled_by, labelled_at)
       SELECT *, $8::text, $9::text, $10::timestamptz
       FROM unnest($1::uuid[], $2::int[], $3::int[], $4::timestamptz[], $5::json[], $6::boolean[], $7::float8[])
       ON CONFLICT (request_id, row) DO UPDATE SET label = excluded.label, correct = excluded.correct, error = excluded.error,
         labelled_by = excluded.labelled_by, labelled_at = excluded.labelled_at`,
      [
        labels.map((it) => it.requestId),
        labels.map((it) => it.row),
        labels.map((it) => it.version),
        labels.map((it) => it.predictedAt),
        labels.map((it) => JSON.stringify(it.label)),
        labels.map((it) => it.correct),
        labels.map((it) => it.error),
        model,
        by.id,
        at,
      ],
    );
  }

  accuracy(
    model: string,
    { since: made }: Whose,
    { version, since, until }: Omit<InvocationFilter, 'outcome'>,
  ): Promise<readonly AccuracyDay[]> {
    return queryRows(
      this.source,
      accuracyRow,
      `SELECT to_char(predicted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, version, count(*)::int AS labelled,
         avg(correct::int)::float8 AS accuracy, sqrt(avg(error * error)) AS rmse, avg(abs(error)) AS mae
       FROM inference_label
       WHERE model = $1 AND ($2::int IS NULL OR version = $2)
         AND ($3::timestamptz IS NULL OR predicted_at >= $3) AND ($4::timestamptz IS NULL OR predicted_at < $4)
         AND predicted_at >= $5
       GROUP BY 1, 2 ORDER BY 1, 2`,
      [model, version ?? null, since ?? null, until ?? null, made],
    );
  }

  turnDays(now: Date, before: Date): Promise<void> {
    return turnDays(this.source, now, before);
  }

  private async write(batch: readonly Invoked[]): Promise<void> {
    await preparedRows(this.source, z.unknown(), INSERT, [
      batch.map((it) => it.requestId),
      batch.map((it) => it.at),
      batch.map((it) => it.model),
      batch.map((it) => it.version),
      batch.map((it) => it.asked),
      batch.map((it) => it.caller),
      batch.map((it) => it.problem),
      batch.map((it) => it.durationMs),
      batch.map((it) => it.rows),
      batch.map((it) => it.request.json),
      batch.map((it) => it.request.truncated),
      batch.map((it) => it.predictions?.json ?? null),
      batch.map((it) => it.predictions?.truncated ?? false),
      batch.map((it) => it.traceId),
    ]);
  }
}
