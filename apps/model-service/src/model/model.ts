import { CHAMPION, type Model, type ModelDefinition, type ObjectAccess } from '@svc/contracts';
import { entityTag } from '@svc/platform';
import type { Registry } from './registry-rules';

/** A model as it is stored. */
export interface StoredModel extends ObjectAccess {
  readonly name: string;
  readonly definition: ModelDefinition;
  readonly registry: Registry;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The entity tag: covers everything that a caller reads of a model, the newest version and the aliases included. */
export function etagOf({ definition, registry }: Pick<StoredModel, 'definition' | 'registry'>): string {
  return entityTag({ ...definition, ...namesOf(registry) });
}

/** As served. */
export function presentModel({ name, definition, registry, owner, createdAt, updatedAt }: StoredModel): Model {
  return {
    name,
    ...definition,
    owner,
    ...namesOf(registry),
    etag: etagOf({ definition, registry }),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

function namesOf(registry: Registry): Pick<Model, 'latest_version' | 'champion_version' | 'aliases'> {
  return {
    latest_version: registry.versions.size === 0 ? null : Math.max(...registry.versions),
    champion_version: registry.aliases.get(CHAMPION) ?? null,
    aliases: Object.fromEntries([...registry.aliases].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The number that a caller means by a number or an alias; undefined when it names nothing. */
export function numberOf({ registry }: Pick<StoredModel, 'registry'>, ref: string): number | undefined {
  const number = /^\d+$/.test(ref) ? Number(ref) : registry.aliases.get(ref);
  return number !== undefined && registry.versions.has(number) ? number : undefined;
}
