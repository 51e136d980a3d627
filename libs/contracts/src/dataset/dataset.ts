import { z } from 'zod';
import { digest, objectName, timestamp } from '../json';

/** The types a stored column may have; every format is read into these. */
export const columnType = z.union([
  z.enum(['boolean', 'integer', 'number', 'string', 'date', 'time', 'timestamp', 'timestamptz']),
  z.string().regex(/^decimal\(\d{1,2},\d{1,2}\)$/),
]);
export type ColumnType = z.infer<typeof columnType>;

export const column = z.object({ name: z.string(), type: columnType });
export type Column = z.infer<typeof column>;

export const dataFormat = z.enum(['csv', 'jsonl', 'parquet']);
export type DataFormat = z.infer<typeof dataFormat>;

/** Immutable rows: named by the hash of their content, kept as one Parquet object in the warehouse. */
export const tableVersion = z.object({
  /** Hash of schema and rows, independent of row order and of the file they came in. */
  data_hash: digest,
  /** SHA-256 (hex) of the Parquet object that holds them. */
  object: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  columns: z.array(column),
});
export type TableVersion = z.infer<typeof tableVersion>;

export const dataset = z.object({
  name: objectName,
  description: z.string(),
  owner: z.string(),
  version: tableVersion.omit({ object: true }),
  versions: z.int().positive(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Dataset = z.infer<typeof dataset>;

/** A value as served: only JSON scalars, so that validating ten thousand rows is fast. */
export const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * Rows as served: `columns` say how to read `rows`. A number that a double cannot represent exactly (beyond 2^53, or 15
 * digits) is text.
 */
export const rowSet = z.object({
  columns: z.array(column),
  rows: z.array(z.array(cell)),
  row_count: z.int().nonnegative(),
  truncated: z.boolean(),
});
export type RowSet = z.infer<typeof rowSet>;

/** Statistics of a column. Quantiles and mean only for numbers; `top` only for columns with few distinct values. */
const columnProfile = column.extend({
  nulls: z.int().nonnegative(),
  /** HyperLogLog: within a few percent. */
  distinct_approx: z.int().nonnegative(),
  /** Texts are cut at 200 characters. */
  min: z.json(),
  max: z.json(),
  mean: z.number().nullable(),
  /** t-digest: approximate. */
  quantiles: z
    .object({ p05: z.number(), p25: z.number(), p50: z.number(), p75: z.number(), p95: z.number() })
    .nullable(),
  /** The ten most frequent values, exactly counted; null for a column with more than 10,000 distinct ones. */
  top: z.array(z.object({ value: z.json(), count: z.int().positive() })).nullable(),
});
export type ColumnProfile = z.infer<typeof columnProfile>;

export const tableProfile = z.object({
  data_hash: digest,
  rows: z.int().nonnegative(),
  columns: z.array(columnProfile),
  cached: z.boolean(),
  duration_ms: z.number(),
});
export type TableProfile = z.infer<typeof tableProfile>;
