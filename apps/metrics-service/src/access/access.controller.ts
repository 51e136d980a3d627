import { Controller } from '@nestjs/common';
import { getDashboardAccess, getMetricAccess, type RequestOf, type ResponseOf, shareDashboard, shareMetric } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ShareDashboard } from '../dashboard/share-dashboard';
import { ShareMetric } from '../metric/share-metric';

@Controller()
export class AccessController {
  constructor(
    private readonly metrics: ShareMetric,
    private readonly dashboards: ShareDashboard,
  ) {}

  @Handles(getMetricAccess)
  metric({ params }: RequestOf<typeof getMetricAccess>, { principal }: CallContext): Promise<ResponseOf<typeof getMetricAccess>> {
    return this.metrics.get(params.name, principal);
  }

  @Handles(shareMetric)
  shareMetric({ params, body, if_match }: RequestOf<typeof shareMetric>, { principal }: CallContext): Promise<ResponseOf<typeof shareMetric>> {
    return this.metrics.share(params.name, body, if_match, principal);
  }

  @Handles(getDashboardAccess)
  dashboard({ params }: RequestOf<typeof getDashboardAccess>, { principal }: CallContext): Promise<ResponseOf<typeof getDashboardAccess>> {
    return this.dashboards.get(params.name, principal);
  }

  @Handles(shareDashboard)
  shareDashboard({ params, body, if_match }: RequestOf<typeof shareDashboard>, { principal }: CallContext): Promise<ResponseOf<typeof shareDashboard>> {
    return this.dashboards.share(params.name, body, if_match, principal);
  }
}
