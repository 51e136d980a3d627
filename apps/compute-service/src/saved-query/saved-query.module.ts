import { type FactoryProvider, Module } from '@nestjs/common';
import { savedQueryDefinition } from '@svc/contracts';
import { type Clock, CLOCK, namedObjectControllers, NamedObjects } from '@svc/platform';
import { DataSource } from 'typeorm';
import { InspectStatement } from '../query-engine/inspect-statement';
import { QueryEngineModule } from '../query-engine/query-engine.module';

/** Injects the {@link NamedObjects} of saved queries. */
const SAVED_QUERIES = Symbol('SavedQueries');

/** Named statements. Each must pass the gate; the tables it names may be created later. */
const savedQueries: FactoryProvider = {
  provide: SAVED_QUERIES,
  useFactory: (source: DataSource, clock: Clock, inspecting: InspectStatement) =>
    new NamedObjects(source, clock, {
      what: 'saved query',
      table: 'saved_query',
      definition: savedQueryDefinition,
      history: false,
      async check({ sql }, { principal, signal }) {
        await inspecting.tablesOf(sql, principal.id, signal);
      },
      firstAccess: ({ visibility }) => ({ visibility, groups: [] }),
    }),
  inject: [DataSource, CLOCK, InspectStatement],
};

@Module({
  imports: [QueryEngineModule],
  controllers: namedObjectControllers('query', savedQueryDefinition, SAVED_QUERIES),
  providers: [savedQueries],
})
export class SavedQueryModule {}
