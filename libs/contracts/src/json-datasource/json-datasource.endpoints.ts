import { z } from 'zod';
import { endpoint } from '../endpoint/endpoint';

// The protocol of Grafana's JSON data source (simpod-json-datasource), whose paths and members are not ours: bodies are
// open, because Grafana adds members as it grows.

const access = { scope: 'metric:query' } as const;
const refused = [
  'not-found',
  'invalid-request',
  'undeclared-dimension',
  'uncertified-source',
  'conflict',
  'query-timeout',
  'query-cancelled',
  'query-out-of-memory',
  'overloaded',
  'unavailable',
] as const;
const word = z.string().max(256);

/** The URL of the data source itself, which Grafana requests without a trailing slash. */
export const testJsonDatasource = endpoint({
  name: 'grafana.test',
  summary: 'The health check of a Grafana data source',
  method: 'GET',
  path: '/grafana',
  subject: 'svc.metrics.grafana.test',
  response: z.object({ status: z.literal('ok') }),
  access,
  repeatsDetail: true,
});

const option = z.object({ label: z.string(), value: z.string() });
const payloadField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(['select', 'multi-select']),
  placeholder: z.string().optional(),
  options: z.array(option),
});

export const listJsonMetrics = endpoint({
  name: 'grafana.metrics',
  summary: 'The metrics that a panel can show, with what each can be grouped by',
  method: 'POST',
  path: '/grafana/metrics',
  subject: 'svc.metrics.grafana.metrics',
  body: z.looseObject({ metric: word.optional() }).optional(),
  response: z.array(z.object({ label: z.string(), value: z.string(), payloads: z.array(payloadField) })),
  access,
  repeatsDetail: true,
});

export const listJsonOptions = endpoint({
  name: 'grafana.options',
  summary: 'The choices of one field of a panel’s query',
  method: 'POST',
  path: '/grafana/metric-payload-options',
  subject: 'svc.metrics.grafana.options',
  body: z.looseObject({ metric: word, name: word }),
  response: z.array(option),
  problems: ['not-found'],
  access,
  repeatsDetail: true,
});

/** A panel's choice: dimensions and a grain; by default the coarsest grain that leaves a point for each pixel or so. */
const jsonTarget = z.looseObject({
  target: word,
  refId: word.optional(),
  hide: z.boolean().optional(),
  payload: z
    .looseObject({ group_by: z.union([word, z.array(word).max(50)]).optional(), grain: word.optional() })
    .nullish(),
});
export type JsonTarget = z.infer<typeof jsonTarget>;

const jsonQuery = z.looseObject({
  range: z.looseObject({ from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }) }),
  intervalMs: z.number().nonnegative().optional(),
  maxDataPoints: z.number().positive().optional(),
  targets: z.array(jsonTarget).max(50),
  adhocFilters: z
    .array(z.looseObject({ key: word, operator: word, value: z.string().max(4096).optional() }))
    .max(50)
    .default([]),
});
export type JsonQuery = z.infer<typeof jsonQuery>;

/** A line: value and epoch milliseconds. */
const series = z.object({
  target: z.string(),
  refId: z.string().optional(),
  datapoints: z.array(z.tuple([z.number().nullable(), z.number()])),
});
const table = z.object({
  type: z.literal('table'),
  refId: z.string().optional(),
  columns: z.array(z.object({ text: z.string(), type: z.enum(['time', 'number', 'string']) })),
  rows: z.array(z.array(z.json())),
});
const jsonFrame = z.union([series, table]);
export type JsonFrame = z.infer<typeof jsonFrame>;

export const queryJson = endpoint({
  name: 'grafana.query',
  summary: 'The values of a panel: a line per group over time, else a table; refused unless certified now',
  method: 'POST',
  path: '/grafana/query',
  subject: 'svc.metrics.grafana.query',
  timeoutMs: 310_000,
  body: jsonQuery,
  response: z.array(jsonFrame),
  problems: refused,
  access,
  repeatsDetail: true,
});

export const listJsonVariable = endpoint({
  name: 'grafana.variable',
  summary: 'The values of a dashboard variable: those of a dimension of a metric (`metric.dimension`)',
  method: 'POST',
  path: '/grafana/variable',
  subject: 'svc.metrics.grafana.variable',
  timeoutMs: 310_000,
  body: z.looseObject({ payload: z.looseObject({ target: word }) }),
  response: z.array(z.object({ __text: z.string(), __value: z.string() })),
  problems: refused,
  access,
  repeatsDetail: true,
});

export const listJsonTagKeys = endpoint({
  name: 'grafana.tag_keys',
  summary: 'The dimensions that ad-hoc filters can name',
  method: 'POST',
  path: '/grafana/tag-keys',
  subject: 'svc.metrics.grafana.tag-keys',
  body: z.looseObject({}).optional(),
  response: z.array(z.object({ type: z.literal('string'), text: z.string() })),
  access,
  repeatsDetail: true,
});

export const listJsonTagValues = endpoint({
  name: 'grafana.tag_values',
  summary: 'The values that an ad-hoc filter offers',
  method: 'POST',
  path: '/grafana/tag-values',
  subject: 'svc.metrics.grafana.tag-values',
  timeoutMs: 310_000,
  body: z.looseObject({ key: word }),
  response: z.array(z.object({ text: z.string() })),
  problems: refused,
  access,
  repeatsDetail: true,
});
