import type { Client, OwnedKind } from '@svc/contracts';
import { allPages } from './all-pages';

/** The names of every object of these kinds that the caller may see. */
export async function knownNames(client: Client, kinds: readonly OwnedKind[]): Promise<readonly string[]> {
  const names: string[] = [];
  for (const kind of kinds) {
    const objects = await allPages((cursor) => client.page(kind, cursor === undefined ? {} : { cursor }));
    names.push(...objects.map((it) => it.name));
  }
  return names;
}
