import { z } from 'zod';
import { endpoint } from '../endpoint';
import { objectName } from '../json';
import { accessChange, accessState, groupName, visibility } from './object-access';

const byName = z.strictObject({ name: objectName });

/** The pair with which every kind of object says who sees it. */
function accessOf(noun: string, paths: { readonly path: string; readonly subject: string }) {
  const path = `${paths.path}/{name}/access`;
  const target = { type: noun, param: 'name' } as const;
  return {
    read: endpoint({
      name: `${noun}.access`,
      summary: `Whose the ${noun} is and who sees it`,
      method: 'GET',
      path,
      subject: `${paths.subject}.access`,
      params: byName,
      response: accessState,
      problems: ['not-found'],
      access: 'authenticated',
      target,
      etag: (it) => it.etag,
    }),
    share: endpoint({
      name: `${noun}.share`,
      summary: `Says who sees the ${noun}, or hands it over; for its owner and admins`,
      method: 'PUT',
      path,
      subject: `${paths.subject}.share`,
      ifMatch: true,
      params: byName,
      body: accessChange,
      response: accessState,
      problems: ['not-found', 'forbidden', 'precondition-failed', 'precondition-required'],
      access: { scope: 'access:manage' },
      target,
      records: ['visibility', 'groups', 'owner'],
      names: ['owner'],
      etag: (it) => it.etag,
    }),
  };
}

export const { read: getDatasetAccess, share: shareDataset } = accessOf('dataset', {
  path: '/api/datasets',
  subject: 'svc.compute.dataset',
});
export const { read: getDerivationAccess, share: shareDerivation } = accessOf('derivation', {
  path: '/api/derivations',
  subject: 'svc.cert.derivation',
});
export const { read: getMetricAccess, share: shareMetric } = accessOf('metric', {
  path: '/api/metrics',
  subject: 'svc.metrics.metric',
});
export const { read: getDashboardAccess, share: shareDashboard } = accessOf('dashboard', {
  path: '/api/dashboards',
  subject: 'svc.metrics.dashboard',
});
export const { read: getSavedQueryAccess, share: shareSavedQuery } = accessOf('query', {
  path: '/api/queries',
  subject: 'svc.compute.query',
});

/** The kinds of object that have an owner. */
export const OWNED_KINDS = ['dataset', 'derivation', 'metric', 'dashboard', 'query'] as const;
export type OwnedKind = (typeof OWNED_KINDS)[number];

export const reviewAccess = endpoint({
  name: 'access.review',
  summary: 'Who can see an object, and why: people and tokens; for its owner and admins',
  method: 'GET',
  path: '/api/access/{kind}/{name}',
  subject: 'svc.gateway.access.review',
  params: z.strictObject({ kind: z.enum(OWNED_KINDS), name: objectName }),
  response: z.object({
    kind: z.enum(OWNED_KINDS),
    name: objectName,
    owner: z.string(),
    visibility,
    groups: z.array(groupName),
    seen_by: z.array(
      z.object({
        /** `user:<login>` or `token:<id>`. */
        principal: z.string(),
        name: z.string(),
        role: z.string(),
        because: z.enum(['owner', 'project', 'group', 'admin']),
        /** The group that lets them see it. */
        group: z.string().nullable(),
      }),
    ),
  }),
  problems: ['not-found', 'forbidden'],
  access: { scope: 'access:manage' },
  target: { type: 'access', param: 'name' },
});
