import type { FactoryProvider } from '@nestjs/common';
import { ObjectSharing, sharedRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { NOUN, notFound } from '../not-found';

/** Injects the {@link ObjectSharing} of a kind. */
export const SHARING = { dataset: Symbol('sharing of datasets'), query: Symbol('sharing of saved queries') } as const;

const sharingOf = (kind: keyof typeof NOUN, table: string): FactoryProvider => ({
  provide: SHARING[kind],
  useFactory: (source: DataSource) =>
    new ObjectSharing(
      NOUN[kind],
      sharedRows(source, table, (name) => notFound(kind, name)),
    ),
  inject: [DataSource],
});

/** Who sees what, in the tables of the objects themselves. */
export const sharing: FactoryProvider[] = [sharingOf('dataset', 'dataset'), sharingOf('query', 'saved_query')];
