import { z } from 'zod';
import { rowSet } from '../dataset/dataset';
import { digest, objectName, timestamp } from '../json';
import { verdict } from '../derivation/derivation';

export const AGGREGATIONS = ['sum', 'average', 'count', 'count_distinct', 'min', 'max', 'median'] as const;
export const aggregation = z.enum(AGGREGATIONS);
export type Aggregation = z.infer<typeof aggregation>;

export const GRAINS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export const grain = z.enum(GRAINS);
export type Grain = z.infer<typeof grain>;

const columnName = z.string().min(1).max(256);
const named = { name: objectName, label: z.string().max(256).optional(), description: z.string().max(4096).optional() };

export const timeDimension = z.strictObject({ column: columnName, grain: grain.optional() });

/** One aggregation over one certified derivation. `column` may be left out for `count` only. */
export const simpleMetric = z.strictObject({
  ...named,
  type: z.literal('simple'),
  source: objectName,
  measure: z.strictObject({ agg: aggregation, column: columnName.optional() })
    .refine((measure) => measure.agg === 'count' || measure.column !== undefined, { path: ['column'], message: 'is needed for every aggregation but count' }),
  dimensions: z.array(columnName).max(100).default([]),
  timeDimension: timeDimension.optional(),
});

/** One metric over another at the same group; a zero denominator gives null. */
export const ratioMetric = z.strictObject({
  ...named,
  type: z.literal('ratio'),
  numerator: objectName,
  denominator: objectName,
  /** Default: the dimensions both operands declare. */
  dimensions: z.array(columnName).max(100).optional(),
  timeDimension: timeDimension.optional(),
});

export const metricDefinition = z.discriminatedUnion('type', [simpleMetric, ratioMetric]);
export type SimpleMetric = z.infer<typeof simpleMetric>;
export type RatioMetric = z.infer<typeof ratioMetric>;
export type MetricDefinition = z.infer<typeof metricDefinition>;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** `op` is one of the operators that the README of metrics-service lists, or an alias; an unknown one is refused with the list. */
export const metricFilter = z.strictObject({
  column: columnName,
  op: z.string().min(1).max(40),
  value: z.union([scalar, z.array(scalar).max(10_000)]).optional(),
});
export type MetricFilter = z.infer<typeof metricFilter>;

export const metricQuery = z.strictObject({
  group_by: z.array(columnName).max(50).default([]),
  grain: grain.optional(),
  filters: z.array(metricFilter).max(100).default([]),
  limit: z.int().min(1).max(10_000).default(10_000),
});
export type MetricQuery = z.infer<typeof metricQuery>;

/** Which certified run a number comes from. */
export const provenance = z.object({
  derivation: objectName,
  run: z.uuid(),
  data_hash: digest,
  certificate_digest: digest,
  verdict,
  as_of: timestamp,
});

/** The value per group, with the SQL that made it and the certificate it stands on. */
export const metricAnswer = rowSet.extend({
  sql: z.string(),
  source: provenance,
  /** Every source, when operands stand on different derivations. */
  sources: z.array(provenance),
  cached: z.boolean(),
  duration_ms: z.number(),
});
export type MetricAnswer = z.infer<typeof metricAnswer>;

export const metric = z.object({
  name: objectName,
  definition: metricDefinition,
  version: z.int().positive(),
  etag: digest,
  owner: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Metric = z.infer<typeof metric>;
