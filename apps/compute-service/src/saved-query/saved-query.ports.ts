import type { StoredQuery } from './saved-query';

export interface SavedQueryStore {
  find(name: string): Promise<StoredQuery | null>;
  /** In order of name, after `after`: those of the owner, and those that the project sees. */
  page(owner: string, after: string | null, limit: number): Promise<StoredQuery[]>;
  /** Stores what `decide` makes of the query as it is. Changes of one name wait for each other. */
  put(name: string, decide: (before: StoredQuery | null) => StoredQuery): Promise<StoredQuery>;
  /** Deletes it when `allow` does not throw. */
  delete(name: string, allow: (before: StoredQuery | null) => void): Promise<void>;
}
export const SAVED_QUERY_STORE = Symbol('SavedQueryStore');
