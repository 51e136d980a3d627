import { ownedKind } from '../object-access/owned-kind';
import { noun } from '../noun';
import {
  deleteSavedQuery,
  exportSavedQuery,
  getSavedQuery,
  listSavedQueries,
  putSavedQuery,
} from './saved-query.endpoints';

/** Owner and visibility of a saved query. */
const owned = ownedKind({ kind: 'query', path: '/api/queries', subject: 'svc.compute.query', reads: 'sql:run' });
export const { read: getSavedQueryAccess, share: shareSavedQuery } = owned;

export const savedQueryNoun = noun({
  name: 'query',
  endpoints: {
    listSavedQueries,
    getSavedQuery,
    putSavedQuery,
    deleteSavedQuery,
    exportSavedQuery,
  },
  owned,
  life: { list: listSavedQueries, get: getSavedQuery, put: putSavedQuery, remove: deleteSavedQuery },
  exports: { kind: 'query', by: exportSavedQuery, body: (it) => exportSavedQuery.response.parse(it).object.definition },
  access: { getSavedQueryAccess, shareSavedQuery },
});
