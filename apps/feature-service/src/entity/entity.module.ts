import { Module } from '@nestjs/common';
import { entityDefinition } from '@svc/contracts';
import { namedObjectControllers, provideNamedObjects } from '@svc/platform';
import { PostgresEntities } from './adapters/postgres-entities';
import { STORED_ENTITIES } from './entity.ports';
import { admitEntity } from './using-views';

/** Injects the `NamedObjects` of entities. */
const ENTITIES = Symbol('Entities');

/** Entities. Gives others those that a view names. */
@Module({
  controllers: namedObjectControllers('entity', entityDefinition, ENTITIES),
  providers: [
    provideNamedObjects(ENTITIES, {
      what: 'entity',
      table: 'entity',
      definition: entityDefinition,
      history: true,
      admit: admitEntity,
    }),
    { provide: STORED_ENTITIES, useClass: PostgresEntities },
  ],
  exports: [STORED_ENTITIES],
})
export class EntityModule {}
