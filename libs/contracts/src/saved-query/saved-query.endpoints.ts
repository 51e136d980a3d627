import { z } from 'zod';
import { endpoint } from '../endpoint/endpoint';
import { objectName } from '../json';
import { deleted, exportDocument } from '../named-object/named-object';
import { firstAccess } from '../object-access/object-access';
import { pageOf, pageQuery } from '../endpoint/page';
import { savedQuery, savedQueryDefinition } from './saved-query';

const byName = z.strictObject({ name: objectName });
const access = { scope: 'sql:run' } as const;
const target = { type: 'saved-query', param: 'name' } as const;

export const listSavedQueries = endpoint({
  name: 'query.list',
  summary: 'Saved queries by name: yours, and those of the project',
  method: 'GET',
  path: '/api/queries',
  subject: 'svc.compute.query.list',
  query: pageQuery,
  response: pageOf(savedQuery),
  access,
});

export const getSavedQuery = endpoint({
  name: 'query.get',
  summary: 'A saved query',
  method: 'GET',
  path: '/api/queries/{name}',
  subject: 'svc.compute.query.get',
  params: byName,
  response: savedQuery,
  problems: ['not-found'],
  access,
  target,
  etag: (it) => it.etag,
});

export const putSavedQuery = endpoint({
  name: 'query.put',
  summary: 'Saves or replaces a query; its statement is checked and not run',
  method: 'PUT',
  path: '/api/queries/{name}',
  subject: 'svc.compute.query.put',
  ifMatch: true,
  params: byName,
  query: firstAccess,
  body: savedQueryDefinition,
  response: savedQuery,
  problems: ['invalid-sql', 'conflict', 'precondition-failed', 'precondition-required'],
  access,
  target,
  records: ['visibility', 'groups'],
  etag: (it) => it.etag,
  location: (it) => `/api/queries/${it.name}`,
});

export const deleteSavedQuery = endpoint({
  name: 'query.delete',
  summary: 'Deletes a saved query',
  method: 'DELETE',
  path: '/api/queries/{name}',
  subject: 'svc.compute.query.delete',
  ifMatch: true,
  params: byName,
  response: deleted,
  problems: ['not-found', 'forbidden', 'precondition-failed', 'precondition-required'],
  access,
  target,
});

export const exportSavedQuery = endpoint({
  name: 'query.export',
  summary: 'A saved query as a document',
  method: 'GET',
  path: '/api/exports/queries/{name}',
  subject: 'svc.compute.query.export',
  params: byName,
  response: exportDocument('query', { object: savedQuery }),
  problems: ['not-found'],
  access,
  target,
});
