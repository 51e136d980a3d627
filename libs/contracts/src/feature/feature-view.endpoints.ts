import { z } from 'zod';
import { endpoint } from '../endpoint/endpoint';
import { pageOf, pageQuery } from '../endpoint/page';
import { objectName } from '../json';
import { deleted, exportDocument } from '../named-object/named-object';
import { firstAccess } from '../object-access/object-access';
import { featureView, featureViewDefinition, featureViewDetail, featureViewVersion } from './feature-view';

const byName = z.strictObject({ name: objectName });
const target = { type: 'feature_view', param: 'name' } as const;

export const listFeatureViews = endpoint({
  name: 'feature_view.list',
  summary: 'Feature views by name',
  method: 'GET',
  path: '/api/features/views',
  subject: 'svc.feature.view.list',
  query: pageQuery,
  response: pageOf(featureView),
  access: { scope: 'feature:read' },
});

export const getFeatureView = endpoint({
  name: 'feature_view.get',
  summary: 'A feature view',
  method: 'GET',
  path: '/api/features/views/{name}',
  subject: 'svc.feature.view.get',
  params: byName,
  response: featureView,
  problems: ['not-found'],
  access: { scope: 'feature:read' },
  target,
  etag: (it) => it.etag,
});

export const putFeatureView = endpoint({
  name: 'feature_view.put',
  summary: 'Creates or replaces a feature view over a certified derivation',
  method: 'PUT',
  path: '/api/features/views/{name}',
  subject: 'svc.feature.view.put',
  ifMatch: true,
  params: byName,
  query: firstAccess,
  body: featureViewDefinition,
  response: featureView,
  problems: [
    'invalid-view',
    'uncertified-source',
    'object-corrupt',
    'forbidden',
    'conflict',
    'precondition-failed',
    'precondition-required',
  ],
  access: { scope: 'feature:write' },
  target,
  records: ['visibility', 'groups'],
  etag: (it) => it.etag,
  location: (it) => `/api/features/views/${it.name}`,
});

export const deleteFeatureView = endpoint({
  name: 'feature_view.delete',
  summary: 'Deletes a feature view; its history is kept',
  method: 'DELETE',
  path: '/api/features/views/{name}',
  subject: 'svc.feature.view.delete',
  ifMatch: true,
  params: byName,
  response: deleted,
  problems: ['not-found', 'forbidden', 'precondition-failed', 'precondition-required'],
  access: { scope: 'feature:write' },
  target,
});

export const featureViewHistory = endpoint({
  name: 'feature_view.history',
  summary: 'Every version of a feature view, newest first',
  method: 'GET',
  path: '/api/features/views/{name}/history',
  subject: 'svc.feature.view.history',
  params: byName,
  response: z.object({ items: z.array(featureViewVersion) }),
  problems: ['not-found'],
  access: { scope: 'feature:read' },
  target,
});

export const describeFeatureView = endpoint({
  name: 'feature_view.detail',
  summary: 'A feature view, its keys, its features with their types, and whether its source is certified now',
  method: 'GET',
  path: '/api/features/views/{name}/detail',
  subject: 'svc.feature.view.detail',
  params: byName,
  response: featureViewDetail,
  problems: ['not-found'],
  access: { scope: 'feature:read' },
  target,
});

export const exportFeatureView = endpoint({
  name: 'feature_view.export',
  summary: 'A feature view and its history as a document',
  method: 'GET',
  path: '/api/exports/feature_views/{name}',
  subject: 'svc.feature.view.export',
  params: byName,
  response: exportDocument('feature_view', { object: featureView, history: z.array(featureViewVersion) }),
  problems: ['not-found'],
  access: { scope: 'feature:read' },
  target,
});
