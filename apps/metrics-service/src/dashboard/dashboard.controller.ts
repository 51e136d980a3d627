import { Controller } from '@nestjs/common';
import {
  deleteDashboard,
  exportDashboard,
  getDashboard,
  getDashboardSchema,
  getDashboardVersion,
  listDashboards,
  listDashboardVersions,
  publishDashboard,
  putDashboard,
  type RequestOf,
  type ResponseOf,
  requestedAccess,
  rollBackDashboard,
} from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ChangeDashboard } from './change-dashboard';
import { DefineDashboard } from './define-dashboard';
import { ExportDashboard } from './export-dashboard';
import { PublishDashboard } from './publish-dashboard';
import { ReadDashboards } from './read-dashboards';
import { dashboardJsonSchema } from './dashboard-json-schema';

@Controller()
export class DashboardController {
  constructor(
    private readonly reading: ReadDashboards,
    private readonly defining: DefineDashboard,
    private readonly changing: ChangeDashboard,
    private readonly publishing: PublishDashboard,
    private readonly exporting: ExportDashboard,
  ) {}

  @Handles(listDashboards)
  list(
    { query }: RequestOf<typeof listDashboards>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof listDashboards>> {
    return this.reading.list(query.limit, query.cursor, principal);
  }

  @Handles(getDashboardSchema)
  schema(): ResponseOf<typeof getDashboardSchema> {
    return dashboardJsonSchema();
  }

  @Handles(getDashboard)
  get(
    { params }: RequestOf<typeof getDashboard>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof getDashboard>> {
    return this.reading.get(params.name, principal);
  }

  @Handles(listDashboardVersions)
  versions(
    { params }: RequestOf<typeof listDashboardVersions>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof listDashboardVersions>> {
    return this.reading.versions(params.name, principal);
  }

  @Handles(getDashboardVersion)
  version(
    { params }: RequestOf<typeof getDashboardVersion>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof getDashboardVersion>> {
    return this.reading.version(params.name, params.version, principal);
  }

  @Handles(putDashboard)
  put(
    { params, query, body, if_match }: RequestOf<typeof putDashboard>,
    context: CallContext,
  ): Promise<ResponseOf<typeof putDashboard>> {
    return this.defining.define(params.name, body, { ifMatch: if_match, said: requestedAccess(query) }, context);
  }

  @Handles(publishDashboard)
  publish(
    { params, body, if_match }: RequestOf<typeof publishDashboard>,
    context: CallContext,
  ): Promise<ResponseOf<typeof publishDashboard>> {
    return this.publishing.publish(params.name, body.version, if_match, context);
  }

  @Handles(rollBackDashboard)
  rollBack(
    { params, body, if_match }: RequestOf<typeof rollBackDashboard>,
    context: CallContext,
  ): Promise<ResponseOf<typeof rollBackDashboard>> {
    return this.changing.rollBack(params.name, body.version, if_match, context);
  }

  @Handles(deleteDashboard)
  delete(
    { params, if_match }: RequestOf<typeof deleteDashboard>,
    context: CallContext,
  ): Promise<ResponseOf<typeof deleteDashboard>> {
    return this.changing.delete(params.name, if_match, context);
  }

  @Handles(exportDashboard)
  export(
    { params }: RequestOf<typeof exportDashboard>,
    context: CallContext,
  ): Promise<ResponseOf<typeof exportDashboard>> {
    return this.exporting.export(params.name, context);
  }
}
