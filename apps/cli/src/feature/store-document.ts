import { type Client, featureStore, type FeatureStore, firstAccessQuery, type SaidAccess } from '@svc/contracts';
import { isDeepStrictEqual } from 'node:util';
import { ifExists } from '../command/if-exists';
import { YamlFile } from '../command/yaml-file';

/** Reads a store document; errors name the file and the place. */
export function readStoreDocument(path: string, shownAs: string): FeatureStore {
  const file = YamlFile.read(path, shownAs);
  return file.parse(featureStore, file.value, [], ([list, ...inside]) => {
    if (list === 'entities') return Object.keys(featureStore.shape.entities.unwrap().element.shape);
    if (list !== 'featureViews') return Object.keys(featureStore.shape);
    return inside.length > 1
      ? ['name', 'description']
      : Object.keys(featureStore.shape.featureViews.unwrap().element.shape);
  });
}

export type StoreChange = 'created' | 'updated' | 'unchanged';

/** Puts an entity, if it differs from the one there. */
export async function saveEntity(
  client: Client,
  { name, ...body }: FeatureStore['entities'][number],
  said: SaidAccess,
): Promise<StoreChange> {
  const params = { name };
  const before = await ifExists(client.getEntity({ params }));
  if (before !== null && isDeepStrictEqual(before.definition, body)) return 'unchanged';
  if (before === null) await client.putEntity({ params, query: firstAccessQuery(said), body });
  else await client.putEntity({ params, body, if_match: before.etag });
  return before === null ? 'created' : 'updated';
}

/** Puts a view, if it differs from the one there. */
export async function saveView(
  client: Client,
  { name, ...body }: FeatureStore['featureViews'][number],
  said: SaidAccess,
): Promise<StoreChange> {
  const params = { name };
  const before = await ifExists(client.getFeatureView({ params }));
  if (before !== null && isDeepStrictEqual(before.definition, body)) return 'unchanged';
  if (before === null) await client.putFeatureView({ params, query: firstAccessQuery(said), body });
  else await client.putFeatureView({ params, body, if_match: before.etag });
  return before === null ? 'created' : 'updated';
}
