import type { Client } from '@svc/contracts';
import { allPages } from './all-pages';

interface Named {
  readonly name: string;
}
interface Paged<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/** The noun whose names a noun's commands take, where it is another one. */
const NAMED_BY: Readonly<Record<string, string>> = { certificate: 'derivation', demo: 'derivation' };

/** Every valid first argument of a noun's commands that the caller may see; none for ids. */
export async function knownNames(client: Client, noun: string): Promise<readonly string[]> {
  const named = async (page: (query: { cursor?: string }) => Promise<Paged<Named>>): Promise<readonly string[]> =>
    (await allPages((cursor) => page(cursor === undefined ? {} : { cursor }))).map((it) => it.name);
  switch (NAMED_BY[noun] ?? noun) {
    case 'dataset':
      return named((query) => client.listDatasets({ query }));
    case 'derivation':
      return named((query) => client.listDerivations({ query }));
    case 'metric':
      return named((query) => client.listMetrics({ query }));
    case 'dashboard':
      return named((query) => client.listDashboards({ query }));
    case 'query':
      return named((query) => client.listSavedQueries({ query }));
    case 'sql':
      return [...(await knownNames(client, 'dataset')), ...(await knownNames(client, 'derivation'))];
    default:
      return [];
  }
}
