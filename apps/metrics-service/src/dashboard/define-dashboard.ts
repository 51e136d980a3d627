import { Inject, Injectable } from '@nestjs/common';
import type { Dashboard, DashboardSpec, ProblemItem } from '@svc/contracts';
import { type CallContext, type Clock, CLOCK } from '@svc/platform';
import { refuse, refuseAll } from '../metric/definition/compile-refusal';
import { checkSpec } from './check/check-spec';
import { CheckTiles } from './check/check-tiles';
import { editorView } from './dashboard';
import { type DashboardRequest, decidePut } from './dashboard-change';
import { DASHBOARD_STORE, type DashboardStore } from './dashboard.ports';

/**
 * Saves a version. Everything that a query would refuse is refused here, except uncertified sources: a draft
 * may wait for its certificate, a publication may not.
 */
@Injectable()
export class DefineDashboard {
  constructor(
    @Inject(DASHBOARD_STORE) private readonly dashboards: DashboardStore,
    private readonly tiles: CheckTiles,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async define(
    name: string,
    spec: DashboardSpec,
    { ifMatch, said }: Pick<DashboardRequest, 'ifMatch' | 'said'>,
    context: CallContext,
  ): Promise<Dashboard> {
    if (spec.name !== name)
      throw refuse('invalid-dashboard', '/body/name', `is "${spec.name}", but the path says "${name}"`);
    refuseFaults(checkSpec(spec));
    refuseFaults((await this.tiles.check(spec, context)).invalid);
    const request = { name, who: context.principal, now: this.clock.now(), ifMatch, said };
    return editorView(await this.dashboards.change(name, (existing, past) => decidePut(spec, request, existing, past)));
  }
}

function refuseFaults(faults: readonly ProblemItem[]): void {
  if (faults.length > 0)
    throw refuseAll(
      'invalid-dashboard',
      faults.map((it) => ({ ...it, pointer: `/body${it.pointer}` })),
    );
}
