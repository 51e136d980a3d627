import { Inject, Injectable } from '@nestjs/common';
import { ObjectSharing } from '@svc/platform';
import { DASHBOARD_STORE, type DashboardStore } from './dashboard.ports';
import { ReadDashboards } from './read-dashboards';

/** Says who sees a dashboard, and whose it is. Whoever sees only what is published does not learn whose a draft is. */
@Injectable()
export class ShareDashboard extends ObjectSharing {
  constructor(reading: ReadDashboards, @Inject(DASHBOARD_STORE) dashboards: DashboardStore) {
    super('dashboard', {
      find: async (name, who) => {
        await reading.get(name, who);
        return reading.find(name, who);
      },
      share: (...change) => dashboards.share(...change),
    });
  }
}
