import type { FactoryProvider } from '@nestjs/common';
import { savedQueryDefinition } from '@svc/contracts';
import { type Clock, CLOCK, NamedObjects } from '@svc/platform';
import { DataSource } from 'typeorm';
import { InspectStatement } from '../../query-engine/inspect-statement';

/** Injects the {@link NamedObjects} of saved queries. */
export const SAVED_QUERIES = Symbol('SavedQueries');

/** Named statements. Each must pass the gate; the tables it names may be created later. */
export const savedQueries: FactoryProvider = {
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
