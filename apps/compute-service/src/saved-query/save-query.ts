import { Inject, Injectable } from '@nestjs/common';
import { ProblemError, type putSavedQuery, type RequestOf, saidAccess, type SavedQuery } from '@svc/contracts';
import { type CallContext, type Clock, CLOCK } from '@svc/platform';
import { InspectStatement } from '../query/inspect-statement';
import { presentQuery, putQuery } from './saved-query';
import { SAVED_QUERY_STORE, type SavedQueryStore } from './saved-query.ports';

/** Keeps a statement under a name. It must be one that may run; the tables it names may come later. */
@Injectable()
export class SaveQuery {
  constructor(
    @Inject(SAVED_QUERY_STORE) private readonly store: SavedQueryStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly inspecting: InspectStatement,
  ) {}

  async save(
    { params, query, body, if_match: ifMatch }: RequestOf<typeof putSavedQuery>,
    { principal, signal }: CallContext,
  ): Promise<SavedQuery> {
    requireText(body);
    await this.inspecting.tablesOf(body.sql, principal.id, signal);
    const change = { principal, ifMatch, now: this.clock.now(), said: saidAccess(query) };
    return presentQuery(await this.store.put(params.name, (before) => putQuery(params.name, body, change, before)));
  }
}

/** U+0000 is legal in JSON and in no Postgres text; a lone surrogate is legal in neither. */
function requireText(value: unknown): void {
  if (typeof value === 'string' && /\0|\p{Surrogate}/u.test(value))
    throw new ProblemError('invalid-request', 'The query contains a character that is not valid text.');
  if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) [name, member].forEach(requireText);
}
