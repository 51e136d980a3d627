import { Inject, Injectable } from '@nestjs/common';
import { type listSavedQueries, maySee, type RequestOf, type ResponseOf, type SavedQuery } from '@svc/contracts';
import { type CallContext, keyBefore, pageOf } from '@svc/platform';
import { notFound } from '../sharing/not-found';
import { presentQuery } from './saved-query';
import { SAVED_QUERY_STORE, type SavedQueryStore } from './saved-query.ports';

/** Saved queries as their callers may see them. */
@Injectable()
export class ReadSavedQueries {
  constructor(@Inject(SAVED_QUERY_STORE) private readonly store: SavedQueryStore) {}

  async get(name: string, { principal }: CallContext): Promise<SavedQuery> {
    const found = await this.store.find(name);
    if (found === null || !maySee(found, principal)) throw notFound('query', name);
    return presentQuery(found);
  }

  async list(
    { limit, cursor }: RequestOf<typeof listSavedQueries>['query'],
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof listSavedQueries>> {
    return pageOf(await this.store.page(keyBefore(cursor), limit + 1, principal), limit, (it) => it.name, presentQuery);
  }
}
