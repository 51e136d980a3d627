import { Inject, Injectable } from '@nestjs/common';
import type { deleteSavedQuery, RequestOf } from '@svc/contracts';
import { type CallContext, type Clock, CLOCK } from '@svc/platform';
import { requireDeletable } from './saved-query';
import { SAVED_QUERY_STORE, type SavedQueryStore } from './saved-query.ports';

@Injectable()
export class DeleteSavedQuery {
  constructor(
    @Inject(SAVED_QUERY_STORE) private readonly store: SavedQueryStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async delete(
    { params, if_match: ifMatch }: RequestOf<typeof deleteSavedQuery>,
    { principal }: CallContext,
  ): Promise<{ deleted: true }> {
    const change = { principal, ifMatch, now: this.clock.now() };
    await this.store.delete(params.name, (before) => requireDeletable(params.name, change, before));
    return { deleted: true };
  }
}
