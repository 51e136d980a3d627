import { z } from 'zod';
import { endpoint } from '../endpoint/endpoint';
import { objectName, sourceName } from '../json';
import { deleted, exportDocument, objectVersion } from '../named-object/named-object';
import { firstAccess } from '../object-access/object-access';
import { pageOf, pageQuery } from '../endpoint/page';
import { metric, metricAnswer, metricDefinition, metricQuery } from './metric';

const byName = z.strictObject({ name: objectName });
const target = { type: 'metric', param: 'name' } as const;

export const listMetrics = endpoint({
  name: 'metric.list',
  summary: 'Metrics by name',
  method: 'GET',
  path: '/api/metrics',
  subject: 'svc.metrics.metric.list',
  query: pageQuery,
  response: pageOf(metric),
  access: { scope: 'metric:read' },
});

export const getMetric = endpoint({
  name: 'metric.get',
  summary: 'A metric definition',
  method: 'GET',
  path: '/api/metrics/{name}',
  subject: 'svc.metrics.metric.get',
  params: byName,
  response: metric,
  problems: ['not-found'],
  access: { scope: 'metric:read' },
  target,
  etag: (it) => it.etag,
});

export const putMetric = endpoint({
  name: 'metric.put',
  summary: 'Creates or replaces a metric over a certified source',
  method: 'PUT',
  path: '/api/metrics/{name}',
  subject: 'svc.metrics.metric.put',
  params: byName,
  query: firstAccess,
  body: metricDefinition,
  response: metric,
  ifMatch: true,
  problems: [
    'invalid-metric',
    'uncertified-source',
    'conflict',
    'precondition-failed',
    'precondition-required',
    'unavailable',
  ],
  access: { scope: 'metric:write' },
  target,
  records: ['visibility', 'groups'],
  etag: (it) => it.etag,
  location: (it) => `/api/metrics/${it.name}`,
});

export const checkMetric = endpoint({
  name: 'metric.check',
  summary: 'What saving this definition would change; refuses what saving would refuse, and saves nothing',
  method: 'POST',
  path: '/api/metrics/{name}/check',
  subject: 'svc.metrics.metric.check',
  params: byName,
  body: metricDefinition,
  response: z.object({
    /** The entry that the history would get; empty if nothing would change. */
    change: z.string(),
    /** What it could be grouped and filtered by, time included. */
    dimensions: z.array(z.string()),
    sources: z.array(sourceName),
  }),
  problems: ['invalid-metric', 'uncertified-source', 'conflict', 'unavailable'],
  access: { scope: 'metric:write' },
  target,
});

export const deleteMetric = endpoint({
  name: 'metric.delete',
  summary: 'Deletes a metric that no other metric uses',
  method: 'DELETE',
  path: '/api/metrics/{name}',
  subject: 'svc.metrics.metric.delete',
  ifMatch: true,
  params: byName,
  response: deleted,
  problems: ['not-found', 'in-use', 'precondition-failed', 'precondition-required'],
  access: { scope: 'metric:delete' },
  target,
});

export const queryMetric = endpoint({
  name: 'metric.query',
  summary: 'The value of a metric per group, with its proof',
  method: 'POST',
  path: '/api/metrics/{name}/query',
  subject: 'svc.metrics.metric.query',
  timeoutMs: 310_000,
  params: byName,
  body: metricQuery,
  response: metricAnswer,
  problems: [
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
  ],
  access: { scope: 'metric:query' },
  target,
});

export const compileMetric = endpoint({
  name: 'metric.compile',
  summary: 'The SQL that a query would run, with its bound values; runs nothing',
  method: 'POST',
  path: '/api/metrics/{name}/compile',
  subject: 'svc.metrics.metric.compile',
  params: byName,
  body: metricQuery,
  response: z.object({ sql: z.string(), parameters: z.array(z.json()) }),
  problems: ['not-found', 'invalid-request', 'undeclared-dimension', 'uncertified-source', 'conflict', 'unavailable'],
  access: { scope: 'metric:query' },
  target,
});

const metricVersion = objectVersion(metricDefinition);

export const metricHistory = endpoint({
  name: 'metric.history',
  summary: 'Every definition a metric has had, newest first',
  method: 'GET',
  path: '/api/metrics/{name}/history',
  subject: 'svc.metrics.metric.history',
  params: byName,
  response: z.object({ items: z.array(metricVersion) }),
  problems: ['not-found'],
  access: { scope: 'metric:read' },
  target,
});

export const exportMetric = endpoint({
  name: 'metric.export',
  summary: 'A metric with every definition it has had, as a self-contained document',
  method: 'GET',
  path: '/api/exports/metrics/{name}',
  subject: 'svc.metrics.metric.export',
  params: byName,
  response: exportDocument('metric', { metric, history: z.array(metricVersion) }),
  problems: ['not-found'],
  access: { scope: 'metric:read' },
  target,
});
