import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { REPLICAS, type Replicas } from './query.ports';
import { RunningQueries } from './running-queries';

/** Stops a running statement of the caller, in whichever replica it runs. */
@Injectable()
export class CancelSql {
  constructor(
    private readonly running: RunningQueries,
    @Inject(REPLICAS) private readonly elsewhere: Replicas,
  ) {}

  /** Rejects with `not-found` when no statement of the caller has that id now: somebody else's looks the same. */
  async cancel(id: string, { principal }: CallContext): Promise<{ cancelled: boolean }> {
    const cancelled = this.running.cancel(id, principal.id) || (await this.elsewhere.cancel(id, principal.id));
    if (!cancelled)
      throw new ProblemError('not-found', 'You have no running statement with this id; it may have ended.');
    return { cancelled };
  }
}
