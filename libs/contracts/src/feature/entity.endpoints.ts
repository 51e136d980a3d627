import { z } from 'zod';
import { endpoint } from '../endpoint/endpoint';
import { pageOf, pageQuery } from '../endpoint/page';
import { objectName } from '../json';
import { deleted, exportDocument } from '../named-object/named-object';
import { firstAccess } from '../object-access/object-access';
import { entity, entityDefinition, entityVersion } from './entity';

const byName = z.strictObject({ name: objectName });
const target = { type: 'entity', param: 'name' } as const;

export const listEntities = endpoint({
  name: 'entity.list',
  summary: 'Entities of the feature store by name',
  method: 'GET',
  path: '/api/features/entities',
  subject: 'svc.feature.entity.list',
  query: pageQuery,
  response: pageOf(entity),
  access: { scope: 'feature:read' },
});

export const getEntity = endpoint({
  name: 'entity.get',
  summary: 'An entity of the feature store',
  method: 'GET',
  path: '/api/features/entities/{name}',
  subject: 'svc.feature.entity.get',
  params: byName,
  response: entity,
  problems: ['not-found'],
  access: { scope: 'feature:read' },
  target,
  etag: (it) => it.etag,
});

export const putEntity = endpoint({
  name: 'entity.put',
  summary: 'Creates or replaces an entity; the key of one that a view uses cannot change',
  method: 'PUT',
  path: '/api/features/entities/{name}',
  subject: 'svc.feature.entity.put',
  ifMatch: true,
  params: byName,
  query: firstAccess,
  body: entityDefinition,
  response: entity,
  problems: ['forbidden', 'conflict', 'in-use', 'precondition-failed', 'precondition-required'],
  access: { scope: 'feature:write' },
  target,
  records: ['visibility', 'groups'],
  etag: (it) => it.etag,
  location: (it) => `/api/features/entities/${it.name}`,
});

export const deleteEntity = endpoint({
  name: 'entity.delete',
  summary: 'Deletes an entity that no view uses; its history is kept',
  method: 'DELETE',
  path: '/api/features/entities/{name}',
  subject: 'svc.feature.entity.delete',
  ifMatch: true,
  params: byName,
  response: deleted,
  problems: ['not-found', 'forbidden', 'in-use', 'precondition-failed', 'precondition-required'],
  access: { scope: 'feature:write' },
  target,
});

export const entityHistory = endpoint({
  name: 'entity.history',
  summary: 'Every version of an entity, newest first',
  method: 'GET',
  path: '/api/features/entities/{name}/history',
  subject: 'svc.feature.entity.history',
  params: byName,
  response: z.object({ items: z.array(entityVersion) }),
  problems: ['not-found'],
  access: { scope: 'feature:read' },
  target,
});

export const exportEntity = endpoint({
  name: 'entity.export',
  summary: 'An entity and its history as a document',
  method: 'GET',
  path: '/api/exports/entities/{name}',
  subject: 'svc.feature.entity.export',
  params: byName,
  response: exportDocument('entity', { object: entity, history: z.array(entityVersion) }),
  problems: ['not-found'],
  access: { scope: 'feature:read' },
  target,
});
