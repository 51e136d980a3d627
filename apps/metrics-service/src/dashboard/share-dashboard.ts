import { Inject, Injectable } from '@nestjs/common';
import { ObjectSharing } from '@svc/platform';
import { DASHBOARD_STORE, type DashboardStore } from './dashboard.ports';
import { ReadDashboards } from './read-dashboards';

/** Changes a dashboard's visibility and owner. Callers who see only the published version do not learn who owns a draft. */
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
