import { Inject, Injectable } from '@nestjs/common';
import { type listSavedQueries, ProblemError, type RequestOf, type ResponseOf, type SavedQuery } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { maySee, presentQuery } from './saved-query';
import { SAVED_QUERY_STORE, type SavedQueryStore } from './saved-query.ports';

/** Saved queries as their callers may see them. */
@Injectable()
export class ReadSavedQueries {
  constructor(@Inject(SAVED_QUERY_STORE) private readonly store: SavedQueryStore) {}

  /** Somebody else's private query looks like none. */
  async get(name: string, { principal }: CallContext): Promise<SavedQuery> {
    const found = await this.store.find(name);
    if (found === null || !maySee(found, principal)) throw new ProblemError('not-found', `There is no saved query "${name}".`);
    return presentQuery(found);
  }

  async list({ limit, cursor }: RequestOf<typeof listSavedQueries>['query'], { principal }: CallContext): Promise<ResponseOf<typeof listSavedQueries>> {
    const after = cursor === undefined ? null : Buffer.from(cursor, 'base64url').toString().replaceAll('\0', '');
    const page = await this.store.page(principal.id, after, limit + 1);
    const items = page.slice(0, limit);
    const last = items.at(-1);
    return { items: items.map(presentQuery), next_cursor: page.length > limit && last !== undefined ? Buffer.from(last.name).toString('base64url') : null };
  }
}
