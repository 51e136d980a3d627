import { z } from 'zod';
import { endpoint } from '../endpoint/endpoint';
import { objectName } from '../json';
import { metricQuery, provenance } from '../metric/metric';
import { dashboardVariableValues } from './dashboard-variable';

const access = { scope: 'dashboard:read' } as const;
const target = { type: 'dashboard', param: 'name' } as const;
const refused = [
  'not-found',
  'invalid-request',
  'undeclared-dimension',
  'uncertified-source',
  'conflict',
  'invalid-sql',
  'query-timeout',
  'query-cancelled',
  'query-out-of-memory',
  'overloaded',
  'unavailable',
] as const;

/**
 * Rows as flat objects: timestamps are RFC 3339, and numbers are JSON numbers, rounded to the nearest double
 * where a double cannot represent them. The exact values are in the answer of the query itself.
 */
export const flatRows = z.object({
  rows: z.array(z.record(z.string(), z.json())),
  truncated: z.boolean(),
  sources: z.array(provenance),
});
export type FlatRows = z.infer<typeof flatRows>;

export const queryMetricRows = endpoint({
  name: 'metric.rows',
  summary: 'The value of a metric per group as flat rows, for Grafana (Infinity) and the like',
  method: 'POST',
  path: '/api/metrics/{name}/rows',
  subject: 'svc.metrics.metric.rows',
  timeoutMs: 310_000,
  params: z.strictObject({ name: objectName }),
  body: metricQuery,
  response: flatRows,
  problems: refused,
  access: { scope: 'metric:query' },
  target: { type: 'metric', param: 'name' },
  repeatsDetail: true,
});

export const readDashboardWidget = endpoint({
  name: 'dashboard.widget',
  summary:
    'The values of one widget of the published version as flat rows; refused unless its sources are certified now',
  method: 'POST',
  path: '/api/dashboards/{name}/widgets/{widget}/rows',
  subject: 'svc.metrics.dashboard.widget',
  timeoutMs: 120_000,
  params: z.strictObject({ name: objectName, widget: objectName }),
  body: z.strictObject({
    /** Texts are read by the variable's type, and an empty one is nothing chosen. */ variables:
      dashboardVariableValues.default({}),
  }),
  response: flatRows,
  problems: refused,
  access,
  target,
  repeatsDetail: true,
});

export const exportGrafanaDashboard = endpoint({
  name: 'dashboard.grafana',
  summary: 'The published version as a Grafana dashboard (classic JSON, Infinity data source)',
  method: 'GET',
  path: '/api/dashboards/{name}/grafana',
  subject: 'svc.metrics.dashboard.grafana',
  params: z.strictObject({ name: objectName }),
  /**
   * Uid of the data source. If left out, Grafana asks on import; provisioned files need it, because they cannot ask.
   */
  query: z.strictObject({
    datasource: z
      .string()
      .max(40)
      .regex(/^[A-Za-z0-9_-]+$/, 'must be the uid of a data source: letters, digits, "_" and "-"')
      .optional(),
  }),
  response: z.record(z.string(), z.json()),
  problems: ['not-found', 'unavailable'],
  access,
  target,
});
