import { Inject, Injectable } from '@nestjs/common';
import type { AccessChange, AccessState, Principal } from '@svc/contracts';
import { accessState, sharedAccess, sharedMeanwhile } from '@svc/platform';
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
    const what = `dashboard "${name}"`;
    const before = await this.find(name, who);
    const after = sharedAccess(what, before, { change, ifMatch, who });
    if (!(await this.dashboards.share(name, after, before))) throw sharedMeanwhile(what);
    return accessState(after);
  }

  /** Whoever sees only what is published does not learn whose a draft is. */
  private async find(name: string, who: Principal): Promise<StoredDashboard> {
    await this.reading.get(name, who);
    return this.reading.find(name, who);
  }
}
