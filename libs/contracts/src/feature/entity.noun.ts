import { noun } from '../noun';
import { ownedKind } from '../object-access/owned-kind';
import { entity } from './entity';
import { deleteEntity, entityHistory, exportEntity, getEntity, listEntities, putEntity } from './entity.endpoints';

const owned = ownedKind({
  kind: 'entity',
  path: '/api/features/entities',
  subject: 'svc.feature.entity',
  reads: 'feature:read',
});

export const entityNoun = noun({
  name: 'entity',
  endpoints: { listEntities, getEntity, putEntity, deleteEntity, entityHistory, exportEntity },
  access: { getEntityAccess: owned.read, shareEntity: owned.share },
  schemas: { Entity: entity },
  owned,
  life: {
    list: listEntities,
    get: getEntity,
    put: putEntity,
    remove: deleteEntity,
    history: entityHistory,
    tombstone: true,
    historyLasts: true,
  },
  exports: { kind: 'entity', by: exportEntity, body: (it) => exportEntity.response.parse(it).object.definition },
});
