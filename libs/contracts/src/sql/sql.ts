import { z } from 'zod';
import { rowSet } from '../dataset/dataset';
import { digest, objectName, sourceName, timestamp } from '../json';

/** A bound value: text, number, boolean, null, or a list of them for `IN`. Never interpolated. */
export const sqlValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.union([z.string(), z.number(), z.boolean()])).max(10_000),
]);
export type SqlValue = z.infer<typeof sqlValue>;

export const sqlText = z.string().min(1).max(100_000);

/** `$1`, `$2`, … in order, or `$name` by name. */
export const sqlParameters = z
  .union([z.array(sqlValue).max(1000), z.record(z.string(), sqlValue)], {
    error:
      'takes at most 1,000 values in a list, or by their names; a value is text, a number, a boolean, null, or a list of at most 10,000 texts, numbers or booleans',
  })
  .default([]);

/** Most rows of an answer that is read at once. */
export const MAX_ROWS = 10_000;
/** Most rows of an answer that is a file. */
export const MAX_FILE_ROWS = 1_000_000;

/** The forms of an answer besides JSON. A file answer is named for its query, so that `GET /api/sql/{id}` tells what it is. */
export const ROW_FILES = {
  csv: 'text/csv',
  arrow: 'application/vnd.apache.arrow.stream',
  parquet: 'application/vnd.apache.parquet',
} as const;
export type RowFile = keyof typeof ROW_FILES;

/** Rows that a statement read. SQL may read rows that nobody certified, so each source says what it is. */
const sqlSource = z.object({
  kind: z.enum(['dataset', 'derivation']),
  data_hash: z.string(),
  /** Whether the derivation is certified now; null for a dataset, which is never certified. */
  certified: z.boolean().nullable(),
  /** Why the derivation is or is not certified; null for a dataset. */
  reason: z.string().nullable(),
});

export const sqlAnswer = rowSet.extend({
  /** Names the statement read, with the content hash they had. */
  sources: z.record(z.string(), sqlSource),
  /** The answer came from the cache: the same statement over the same content. Nothing else differs. */
  cached: z.boolean(),
  duration_ms: z.number(),
  query_id: z.uuid(),
});

/** The record of a statement, from its start; failed ones too. */
export const queryRecord = z.object({
  query_id: z.uuid(),
  state: z.enum(['running', 'succeeded', 'failed']),
  statement: z.string(),
  /** Names the statement read, with the content hash they had. */
  sources: z.record(z.string(), z.string()),
  started_at: timestamp,
  /** So far, while it runs. */
  duration_ms: z.number(),
  /** Percent of a running statement, as far as the engine can tell. */
  progress: z.number().nullable(),
  row_count: z.int().nonnegative().nullable(),
  truncated: z.boolean().nullable(),
  cached: z.boolean(),
  /** Why it failed: the code and detail of the problem. */
  error: z.object({ code: z.string(), detail: z.string() }).nullable(),
});
export type QueryRecord = z.infer<typeof queryRecord>;

/** A statement that another service answered from what it had kept. */
export const answeredQuery = z.strictObject({
  id: z.uuid(),
  statement: z.string(),
  caller: z.string(),
  /** Names the statement read, with the content hash they had. */
  sources: z.record(sourceName, digest),
  started_at: timestamp,
  duration_ms: z.number().nonnegative(),
  rows: z.int().nonnegative(),
  truncated: z.boolean(),
  trace_id: z.string(),
});
export type AnsweredQuery = z.infer<typeof answeredQuery>;

/** A derivation made of a statement, for its author to read, change and put: nothing is stored. */
export const derivationDraft = z.object({
  /** Where it belongs in a project. */
  file: z.string(),
  /** Python, with the statement, its inputs, a claim and a contract. */
  source: z.string(),
  inputs: z.record(objectName, z.enum(['dataset', 'derivation'])),
  /** The evidence of the examined rows for each clause of the contract. */
  evidence: z.array(z.object({ pointer: z.string(), evidence: z.string() })),
  rows_examined: z.int().nonnegative(),
});
export type DerivationDraft = z.infer<typeof derivationDraft>;
