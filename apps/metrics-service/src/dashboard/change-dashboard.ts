import { Inject, Injectable } from '@nestjs/common';
import type { Dashboard } from '@svc/contracts';
import { type CallContext, type Clock, CLOCK, OwnFacts } from '@svc/platform';
import { editorView } from './dashboard';
import { type DashboardRequest, decideDelete, decideRollback } from './dashboard-change';
import { DASHBOARD_STORE, type DashboardStore, topicOf } from './dashboard.ports';
import { ReadDashboards } from './read-dashboards';

/** Changes that depend only on the dashboard's own history. */
@Injectable()
export class ChangeDashboard {
  constructor(
    @Inject(DASHBOARD_STORE) private readonly dashboards: DashboardStore,
    private readonly reading: ReadDashboards,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly facts: OwnFacts,
  ) {}

  /** Saves an earlier version again as the newest one. */
  async rollBack(name: string, version: number, ifMatch: string | undefined, context: CallContext): Promise<Dashboard> {
    await this.reading.find(name, context.principal);
    const earlier = await this.reading.version(name, version, context.principal);
    const request = this.request(name, ifMatch, context);
    return editorView(
      await this.dashboards.change(name, (existing, past) => decideRollback(earlier, request, existing, past)),
    );
  }

  /** Deletes a dashboard; its versions stay. */
  async delete(name: string, ifMatch: string | undefined, context: CallContext): Promise<{ deleted: true }> {
    await this.facts.beforeRefusing([topicOf(name)], async () => {
      await this.reading.find(name, context.principal);
      await this.dashboards.change(name, (existing) => decideDelete(this.request(name, ifMatch, context), existing));
    });
    return { deleted: true };
  }

  private request(name: string, ifMatch: string | undefined, { principal }: CallContext): DashboardRequest {
    return { name, who: principal, now: this.clock.now(), ifMatch };
  }
}
