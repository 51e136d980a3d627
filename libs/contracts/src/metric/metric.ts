import { z } from 'zod';
import { rowSet } from '../dataset/dataset';
import { digest, objectName, sourceName, timestamp } from '../json';
import { verdict } from '../attestation/attestation';

export const AGGREGATIONS = ['sum', 'average', 'count', 'count_distinct', 'min', 'max', 'median'] as const;
export const aggregation = z.enum(AGGREGATIONS);
export type Aggregation = z.infer<typeof aggregation>;

export const GRAINS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export const grain = z.enum(GRAINS);
export type Grain = z.infer<typeof grain>;

const columnName = z.string().min(1).max(256);
const named = {
  name: objectName,
  label: z.string().max(256).optional(),
  description: z.string().max(4096).optional(),
  /** Metadata of other tools, stored and returned unchanged. */
  meta: z.record(z.string().max(64), z.json()).optional(),
};

export const timeDimension = z.strictObject({ column: columnName, grain: grain.optional() });

/** One aggregation over one certified derivation. `column` may be left out for `count` only. */
const simpleMetric = z.strictObject({
  ...named,
  type: z.literal('simple'),
  source: sourceName,
  measure: z
    .strictObject({ agg: aggregation, column: columnName.optional() })
    .refine((measure) => measure.agg === 'count' || measure.column !== undefined, {
      path: ['column'],
      message: 'is needed for every aggregation but count',
    }),
  dimensions: z.array(columnName).max(100).default([]),
  timeDimension: timeDimension.optional(),
});

/** One metric over another at the same group; a zero denominator gives null. */
const ratioMetric = z.strictObject({
  ...named,
  type: z.literal('ratio'),
  numerator: objectName,
  denominator: objectName,
  /** Default: the dimensions both operands declare. */
  dimensions: z.array(columnName).max(100).optional(),
  timeDimension: timeDimension.optional(),
});

/** Arithmetic over other metrics at the same group: `(revenue - cost) / coalesce(orders, 1)`. The grammar is in docs/metrics.md. */
const derivedMetric = z.strictObject({
  ...named,
  type: z.literal('derived'),
  expression: z.string().min(1).max(4000),
  /** Default: the dimensions that every metric of the expression declares. */
  dimensions: z.array(columnName).max(100).optional(),
  timeDimension: timeDimension.optional(),
});

/** A calendar window that ends with the period asked about: `{count: 7, grain: "day"}` is that day and the six before it. */
const metricWindow = z.strictObject({ count: z.int().min(1).max(10_000), grain });

/** A metric recomputed over a window of time, over the calendar period so far (`toDate`), or, with neither, over everything so far. */
const cumulativeMetric = z
  .strictObject({
    ...named,
    type: z.literal('cumulative'),
    metric: objectName,
    window: metricWindow.optional(),
    toDate: grain.optional(),
    /** Default: those of the metric. */
    dimensions: z.array(columnName).max(100).optional(),
    timeDimension: timeDimension.optional(),
  })
  .refine((it) => it.window === undefined || it.toDate === undefined, {
    path: ['toDate'],
    message: 'cannot be combined with a window; leave one of them out',
  });

export const metricDefinition = z.discriminatedUnion('type', [
  simpleMetric,
  ratioMetric,
  derivedMetric,
  cumulativeMetric,
]);
export type SimpleMetric = z.infer<typeof simpleMetric>;
export type RatioMetric = z.infer<typeof ratioMetric>;
export type DerivedMetric = z.infer<typeof derivedMetric>;
export type CumulativeMetric = z.infer<typeof cumulativeMetric>;
export type MetricDefinition = z.infer<typeof metricDefinition>;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** `op` is one of the operators that the README of metrics-service lists, or an alias; an unknown one is refused with the list. */
export const metricFilter = z.strictObject({
  column: columnName,
  op: z.string().min(1).max(40),
  value: z.union([scalar, z.array(scalar).max(10_000)]).optional(),
});
export type MetricFilter = z.infer<typeof metricFilter>;

/** A filter, or several joined: `{"or": [{"and": [...]}, {"not": {...}}]}`. */
export type MetricCondition =
  MetricFilter | { and: MetricCondition[] } | { or: MetricCondition[] } | { not: MetricCondition };
export const metricCondition: z.ZodType<MetricCondition, MetricCondition> = z.lazy(() =>
  z.union(
    [
      metricFilter,
      z.strictObject({ and: z.array(metricCondition).min(1).max(100) }),
      z.strictObject({ or: z.array(metricCondition).min(1).max(100) }),
      z.strictObject({ not: metricCondition }),
    ],
    {
      error:
        'expects {column, op, value} (a text, a number, true, false, null, or a list of those), or {and: […]}, {or: […]}, {not: …}',
    },
  ),
);

export const FILLS = ['none', 'null', 'zero'] as const;

export const metricQuery = z.strictObject({
  group_by: z.array(columnName).max(50).default([]),
  grain: grain.optional(),
  /** An IANA name: where days, weeks and months begin, and where a time without an offset is. */
  timezone: z.string().min(1).max(64).default('UTC'),
  /** All of them hold. */
  filters: z.array(metricCondition).max(100).default([]),
  /** What periods without rows get: nothing, a row with null, or a row with 0. */
  fill: z.enum(FILLS).default('none'),
  /** Default: by the groups, in their order. Missing values are last either way. */
  order: z
    .array(z.strictObject({ by: columnName, direction: z.enum(['asc', 'desc']).default('asc') }))
    .max(51)
    .default([]),
  limit: z.int().min(1).max(10_000).default(10_000),
  /** Adds the value over all groups, recomputed from the rows. */
  totals: z.boolean().default(false),
});
export type MetricQuery = z.infer<typeof metricQuery>;

/** Which certified run a number comes from. */
export const provenance = z.object({
  derivation: sourceName,
  /** The parameters of that run. */
  params: z.record(z.string(), z.json()).default({}),
  run: z.uuid(),
  data_hash: digest,
  certificate_digest: digest,
  verdict,
  as_of: timestamp,
});

/** The value per group, with its SQL and the certificate that it depends on. */
export const metricAnswer = rowSet.extend({
  sql: z.string(),
  source: provenance,
  /** Every source, if operands use different derivations. */
  sources: z.array(provenance),
  /** The row over all groups, when `totals` was asked: null in place of the groups, and the value. */
  totals: z.array(z.json()).optional(),
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
