import { Inject, Injectable } from '@nestjs/common';
import type { DashboardExport } from '@svc/contracts';
import { type CallContext, type Clock, CLOCK, exportHead } from '@svc/platform';
import { DASHBOARD_STORE, type DashboardStore } from './dashboard.ports';
import { ReadDashboards, seesDrafts } from './read-dashboards';
import { ReadPage } from './page/read-page';

/** A dashboard as a self-contained file, with the access rules of its detail route. */
@Injectable()
export class ExportDashboard {
  constructor(
    @Inject(DASHBOARD_STORE) private readonly dashboards: DashboardStore,
    private readonly reading: ReadDashboards,
    private readonly pages: ReadPage,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Values of the published version, else of the draft. Readers get published versions only. */
  async export(name: string, context: CallContext): Promise<DashboardExport> {
    const dashboard = await this.reading.get(name, context.principal);
    const stored = await this.reading.find(name, context.principal);
    const all = await this.dashboards.versions(name, context.principal);
    const versions = seesDrafts(context.principal) ? all : all.filter((it) => it.publications.length > 0);
    const draft = dashboard.published === null;
    const values: [string, DashboardExport['values'][string]][] = [];
    // One page after the other: an export must not crowd out readers.
    for (const { name: page } of (dashboard.published ?? dashboard).spec.pages) {
      const { data } = await this.pages.read({ name, page, draft, variables: {}, variablesAt: '' }, context);
      values.push([page, data]);
    }
    return {
      ...exportHead('dashboard', stored, this.clock.now()),
      dashboard,
      versions: [...versions],
      values: Object.fromEntries(values),
    };
  }
}
