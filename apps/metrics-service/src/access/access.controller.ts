import { Controller } from '@nestjs/common';
import {
  getDashboardAccess,
  getMetricAccess,
  type RequestOf,
  type ResponseOf,
  shareDashboard,
  shareMetric,
} from '@svc/contracts';
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
  metric(
    request: RequestOf<typeof getMetricAccess>,
    context: CallContext,
  ): Promise<ResponseOf<typeof getMetricAccess>> {
    return this.metrics.get(request, context);
  }

  @Handles(shareMetric)
  shareMetric(request: RequestOf<typeof shareMetric>, context: CallContext): Promise<ResponseOf<typeof shareMetric>> {
    return this.metrics.share(request, context);
  }

  @Handles(getDashboardAccess)
  dashboard(
    request: RequestOf<typeof getDashboardAccess>,
    context: CallContext,
  ): Promise<ResponseOf<typeof getDashboardAccess>> {
    return this.dashboards.get(request, context);
  }

  @Handles(shareDashboard)
  shareDashboard(
    request: RequestOf<typeof shareDashboard>,
    context: CallContext,
  ): Promise<ResponseOf<typeof shareDashboard>> {
    return this.dashboards.share(request, context);
  }
}
