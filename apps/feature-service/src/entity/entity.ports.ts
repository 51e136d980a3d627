import type { EntityDefinition, Principal } from '@svc/contracts';
import type { Queryable } from '@svc/platform';

/** Entities, for what stands on them. */
export interface StoredEntities {
  /** Those of `names` that `who` sees. */
  seen(names: readonly string[], who: Principal): Promise<ReadonlyMap<string, EntityDefinition>>;
  /** Those of `names` that exist: a view that somebody may see tells them its keys. In a transaction when one is given. */
  existing(names: readonly string[], on?: Queryable): Promise<ReadonlyMap<string, EntityDefinition>>;
  /** The names that `who` sees, for "did you mean". */
  names(who: Principal): Promise<readonly string[]>;
}
export const STORED_ENTITIES = Symbol('StoredEntities');
