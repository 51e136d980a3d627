import { Inject, Injectable } from '@nestjs/common';
import { type AccessChange, type AccessState, type Principal, ProblemError } from '@svc/contracts';
import { accessState, sharedAccess } from '../access/object-access';
import type { StoredDashboard } from './dashboard';
import { DASHBOARD_STORE, type DashboardStore } from './dashboard.ports';
import { ReadDashboards } from './read-dashboards';

/** Says who sees a dashboard, and whose it is. */
@Injectable()
export class ShareDashboard {
  constructor(
    private readonly reading: ReadDashboards,
    @Inject(DASHBOARD_STORE) private readonly dashboards: DashboardStore,
  ) {}

  async get(name: string, who: Principal): Promise<AccessState> {
    return accessState(await this.find(name, who));
  }

  /** Of several at once that have read the same, one wins. */
  async share(name: string, change: AccessChange, ifMatch: string | undefined, who: Principal): Promise<AccessState> {
    const before = await this.find(name, who);
    const after = sharedAccess(`dashboard "${name}"`, before, change, ifMatch, who);
    const shared = await this.dashboards.share(name, after, before);
    if (!shared) throw new ProblemError('precondition-failed', `Who sees dashboard "${name}" was changed by somebody else a moment ago. Read it again and decide.`);
    return accessState(after);
  }

  /** Whoever sees only what is published does not learn whose a draft is. */
  private async find(name: string, who: Principal): Promise<StoredDashboard> {
    await this.reading.get(name, who);
    return this.reading.find(name, who);
  }
}
