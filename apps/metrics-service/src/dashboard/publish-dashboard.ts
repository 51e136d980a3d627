import { Inject, Injectable } from '@nestjs/common';
import { type Dashboard, ProblemError } from '@svc/contracts';
import { type CallContext, type Clock, CLOCK } from '@svc/platform';
import { CheckTiles } from './check/check-tiles';
import { editorView } from './dashboard';
import { decidePublish } from './dashboard-change';
import { DASHBOARD_STORE, type DashboardStore } from './dashboard.ports';
import { ReadDashboards } from './read-dashboards';

/** Publishes a version, if all its sources are certified now. */
@Injectable()
export class PublishDashboard {
  constructor(
    @Inject(DASHBOARD_STORE) private readonly dashboards: DashboardStore,
    private readonly reading: ReadDashboards,
    private readonly tiles: CheckTiles,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Errors point into the specification: `/pages/0/widgets/2/bind/metric`. */
  async publish(
    name: string,
    version: number | undefined,
    ifMatch: string | undefined,
    context: CallContext,
  ): Promise<Dashboard> {
    const { version: newest } = await this.reading.find(name, context.principal);
    const saved = await this.reading.version(name, version ?? newest, context.principal);
    const { invalid, uncertified } = await this.tiles.check(saved.spec, context);
    const [first] = [...invalid, ...uncertified];
    if (first !== undefined) {
      const code = invalid.length > 0 ? 'invalid-dashboard' : 'uncertified-source';
      throw new ProblemError(code, `Version ${saved.version} cannot be published. ${first.pointer}: ${first.message}`, {
        errors: [...invalid, ...uncertified],
      });
    }
    const request = { name, who: context.principal, now: this.clock.now(), ifMatch };
    return editorView(await this.dashboards.change(name, (existing) => decidePublish(saved, request, existing)));
  }
}
