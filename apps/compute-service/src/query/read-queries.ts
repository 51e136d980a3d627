import { Inject, Injectable } from '@nestjs/common';
import { type listSql, ProblemError, type QueryRecord, type RequestOf, type ResponseOf } from '@svc/contracts';
import { type CallContext, type Clock, CLOCK, numberBefore, pageOf } from '@svc/platform';
import { QUERY_LOG, type QueryLog, REPLICAS, type Replicas } from './query.ports';
import { presentPast, presentRunning } from './query-record';
import { RunningQueries } from './running-queries';

/** State and history of a caller's statements. Somebody else's look missing. */
@Injectable()
export class ReadQueries {
  constructor(
    private readonly running: RunningQueries,
    @Inject(QUERY_LOG) private readonly log: QueryLog,
    @Inject(REPLICAS) private readonly elsewhere: Replicas,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(id: string, { principal }: CallContext): Promise<QueryRecord> {
    const here = this.running.find(id, principal.id);
    if (here !== null) return presentRunning(here, this.clock.now());
    const past = await this.log.find(id, principal.id);
    if (past !== null) return presentPast(past);
    const there = await this.elsewhere.find(id, principal.id);
    if (there !== null) return presentRunning(there, this.clock.now());
    // Another replica may have ended and recorded it since we looked.
    const late = await this.log.find(id, principal.id);
    if (late !== null) return presentPast(late);
    throw new ProblemError('not-found', 'You have no statement with this id.');
  }

  async list(
    { limit, cursor, state }: RequestOf<typeof listSql>['query'],
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof listSql>> {
    const before = numberBefore(cursor);
    const found = await this.log.page({ caller: principal.id, state, before, limit: limit + 1 });
    return pageOf(found, limit, (it) => String(it.number), presentPast);
  }
}
