import { z } from 'zod';
import { endpoint } from '../endpoint/endpoint';
import { fileReply } from '../endpoint/file-reply';
import { objectName } from '../json';
import { deleted } from '../named-object/named-object';
import { firstAccess } from '../object-access/object-access';
import { pageOf, pageQuery } from '../endpoint/page';
import { dashboard, dashboardExport, dashboardSummary, dashboardVersion, offeredOptions, pageData } from './dashboard';
import { dashboardSpec } from './dashboard-spec';
import { dashboardVariableValues } from './dashboard-variable';

const byName = z.strictObject({ name: objectName });
const byPage = z.strictObject({ name: objectName, page: objectName });
const target = { type: 'dashboard', param: 'name' } as const;
const read = { scope: 'dashboard:read' } as const;
const moved = ['precondition-failed', 'precondition-required'] as const;
/** Not transformed: a request is parsed at the edge and again by the service. */
const flag = z.enum(['true', 'false']).default('false');

export const listDashboards = endpoint({
  name: 'dashboard.list',
  summary: 'Dashboards by name; drafts only for those who may change them',
  method: 'GET',
  path: '/api/dashboards',
  subject: 'svc.metrics.dashboard.list',
  query: pageQuery,
  response: pageOf(dashboardSummary),
  access: read,
});

export const getDashboardSchema = endpoint({
  name: 'dashboard.schema',
  summary: 'The JSON Schema of a dashboard specification',
  method: 'GET',
  path: '/api/dashboards/schema',
  subject: 'svc.metrics.dashboard.schema',
  response: z.record(z.string(), z.json()),
  access: 'authenticated',
});

export const getDashboard = endpoint({
  name: 'dashboard.get',
  summary: 'A dashboard: its newest version and the published one',
  method: 'GET',
  path: '/api/dashboards/{name}',
  subject: 'svc.metrics.dashboard.get',
  params: byName,
  response: dashboard,
  problems: ['not-found'],
  access: read,
  target,
  etag: (it) => it.etag,
});

export const putDashboard = endpoint({
  name: 'dashboard.put',
  summary: 'Saves a version of a dashboard; readers continue to see the published one',
  method: 'PUT',
  path: '/api/dashboards/{name}',
  subject: 'svc.metrics.dashboard.put',
  ifMatch: true,
  timeoutMs: 60_000,
  params: byName,
  query: firstAccess,
  body: dashboardSpec,
  response: dashboard,
  problems: ['invalid-dashboard', 'conflict', 'unavailable', ...moved],
  access: { scope: 'dashboard:write' },
  target,
  records: ['visibility', 'groups'],
  etag: (it) => it.etag,
  location: (it) => `/api/dashboards/${it.name}`,
});

export const deleteDashboard = endpoint({
  name: 'dashboard.delete',
  summary: 'Deletes a dashboard; its versions are kept',
  method: 'DELETE',
  path: '/api/dashboards/{name}',
  subject: 'svc.metrics.dashboard.delete',
  ifMatch: true,
  params: byName,
  response: deleted,
  problems: ['not-found', ...moved],
  access: { scope: 'dashboard:delete' },
  target,
});

export const listDashboardVersions = endpoint({
  name: 'dashboard.versions',
  summary: 'Every version a dashboard has had, newest first, and when each was published',
  method: 'GET',
  path: '/api/dashboards/{name}/versions',
  subject: 'svc.metrics.dashboard.versions',
  params: byName,
  response: z.object({ items: z.array(dashboardVersion) }),
  problems: ['not-found'],
  access: { scope: 'dashboard:write' },
  target,
});

export const getDashboardVersion = endpoint({
  name: 'dashboard.version',
  summary: 'One version of a dashboard',
  method: 'GET',
  path: '/api/dashboards/{name}/versions/{version}',
  subject: 'svc.metrics.dashboard.version',
  params: byName.extend({ version: z.coerce.number().int().positive().max(2_147_483_647) }),
  response: dashboardVersion.extend({ spec: dashboardSpec }),
  problems: ['not-found'],
  access: { scope: 'dashboard:write' },
  target,
});

export const publishDashboard = endpoint({
  name: 'dashboard.publish',
  summary: 'Shows a version to readers; refused unless everything it depends on is certified now',
  method: 'POST',
  path: '/api/dashboards/{name}/publish',
  subject: 'svc.metrics.dashboard.publish',
  ifMatch: true,
  timeoutMs: 60_000,
  params: byName,
  body: z.strictObject({ /** Default: the newest. */ version: z.int().positive().max(2_147_483_647).optional() }),
  response: dashboard,
  problems: ['not-found', 'invalid-dashboard', 'uncertified-source', 'unavailable', ...moved],
  access: { scope: 'dashboard:publish' },
  target,
  etag: (it) => it.etag,
});

export const rollBackDashboard = endpoint({
  name: 'dashboard.rollback',
  summary: 'Saves an earlier version again as the newest; readers continue to see the published one',
  method: 'POST',
  path: '/api/dashboards/{name}/rollback',
  subject: 'svc.metrics.dashboard.rollback',
  ifMatch: true,
  timeoutMs: 60_000,
  params: byName,
  body: z.strictObject({ version: z.int().positive().max(2_147_483_647) }),
  response: dashboard,
  problems: ['not-found', ...moved],
  access: { scope: 'dashboard:write' },
  target,
  etag: (it) => it.etag,
});

export const readDashboardPage = endpoint({
  name: 'dashboard.page',
  summary: 'The values of every widget of a page, each with the certificates that it depends on now',
  method: 'POST',
  path: '/api/dashboards/{name}/pages/{page}/data',
  subject: 'svc.metrics.dashboard.page',
  timeoutMs: 120_000,
  params: byPage,
  body: z.strictObject({
    variables: dashboardVariableValues.default({}),
    /** The newest version in place of the published one, for those who may change it. */
    draft: z.boolean().default(false),
  }),
  response: pageData,
  problems: ['not-found', 'invalid-request', 'unavailable'],
  access: read,
  target,
});

export const listVariableOptions = endpoint({
  name: 'dashboard.options',
  summary: 'The options of a variable: its list, or the values that its certified derivation holds now',
  method: 'GET',
  path: '/api/dashboards/{name}/variables/{variable}/options',
  subject: 'svc.metrics.dashboard.options',
  timeoutMs: 60_000,
  params: z.strictObject({ name: objectName, variable: objectName }),
  query: z.strictObject({ draft: flag }),
  response: offeredOptions.extend({ variable: objectName }),
  problems: ['not-found', 'invalid-request', 'uncertified-source', 'unavailable', 'overloaded', 'query-timeout'],
  access: read,
  target,
  repeatsDetail: true,
});

const picture = {
  method: 'GET',
  timeoutMs: 120_000,
  params: byPage,
  query: z.strictObject({
    draft: flag,
    /** A JSON object: `{"origin": "JFK"}`. */ variables: z.string().max(8_000).optional(),
  }),
  response: fileReply,
  problems: ['not-found', 'invalid-request', 'unavailable', 'overloaded'],
  access: read,
  target,
} as const;

export const renderDashboardPage = endpoint({
  ...picture,
  name: 'dashboard.render',
  summary: 'A page as a picture (SVG), with the verdict and certificate of every number',
  path: '/api/dashboards/{name}/pages/{page}.svg',
  subject: 'svc.metrics.dashboard.render',
  produces: ['image/svg+xml'],
});

export const renderDashboardPagePng = endpoint({
  ...picture,
  name: 'dashboard.render_png',
  summary: 'The same picture as a PNG at twice the resolution, for mail and slides',
  path: '/api/dashboards/{name}/pages/{page}.png',
  subject: 'svc.metrics.dashboard.render-png',
  produces: ['image/png'],
});

export const exportDashboard = endpoint({
  name: 'dashboard.export',
  summary: 'A dashboard with its versions, and every page with its values and certificates',
  method: 'GET',
  path: '/api/exports/dashboards/{name}',
  subject: 'svc.metrics.dashboard.export',
  timeoutMs: 120_000,
  params: byName,
  response: dashboardExport,
  problems: ['not-found', 'unavailable'],
  access: read,
  target,
});
