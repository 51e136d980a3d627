import { Inject, Injectable } from '@nestjs/common';
import type { AccessState, RequestOf, shareDashboard } from '@svc/contracts';
import { type CallContext, ObjectSharing, OwnFacts } from '@svc/platform';
import { DASHBOARD_STORE, type DashboardStore, topicOf } from './dashboard.ports';
import { ReadDashboards } from './read-dashboards';

/** Changes a dashboard's visibility and owner. Callers who see only the published version do not learn who owns a draft. */
@Injectable()
export class ShareDashboard extends ObjectSharing {
  constructor(
    reading: ReadDashboards,
    @Inject(DASHBOARD_STORE) dashboards: DashboardStore,
    private readonly facts: OwnFacts,
  ) {
    super('dashboard', {
      find: async (name, who) => {
        await reading.get(name, who);
        return reading.find(name, who);
      },
      share: (...change) => dashboards.share(...change),
    });
  }

  override share(request: RequestOf<typeof shareDashboard>, context: CallContext): Promise<AccessState> {
    return this.facts.beforeRefusing([topicOf(request.params.name)], () => super.share(request, context));
  }
}
