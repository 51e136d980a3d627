import type { Principal } from '@svc/contracts';
import type { StoredQuery } from './saved-query';

export interface SavedQueryStore {
  find(name: string): Promise<StoredQuery | null>;
  /** In order of name, after `after`: those that `who` may see. */
  page(after: string | null, limit: number, who: Principal): Promise<StoredQuery[]>;
  /** Stores what `decide` makes of the query as it is, but for whose it is and who sees it. Changes of one name wait for each other. */
  put(name: string, decide: (before: StoredQuery | null) => StoredQuery): Promise<StoredQuery>;
  /** Deletes it when `allow` does not throw. */
  delete(name: string, allow: (before: StoredQuery | null) => void): Promise<void>;
}
export const SAVED_QUERY_STORE = Symbol('SavedQueryStore');
