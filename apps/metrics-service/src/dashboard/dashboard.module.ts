import { Module } from '@nestjs/common';
import { CLAIM_CHECKS, sharingController } from '@svc/platform';
import { MetricModule } from '../metric/metric.module';
import { PostgresDashboardStore } from './adapters/postgres-dashboard-store';
import { ChangeDashboard } from './change-dashboard';
import { CheckTiles } from './check/check-tiles';
import { DashboardController } from './dashboard.controller';
import { DashboardPageController } from './dashboard-page.controller';
import { DASHBOARD_STORE, PICTURE_STORE } from './dashboard.ports';
import { DefineDashboard } from './define-dashboard';
import { ExportDashboard } from './export-dashboard';
import { ReadPage } from './page/read-page';
import { RenderPage } from './page/render-page';
import { PublishDashboard } from './publish-dashboard';
import { ReadDashboards } from './read-dashboards';
import { ShareDashboard } from './share-dashboard';
import { AnswerTile } from './tile/answer-tile';
import { AskTile } from './tile/ask-tile';
import { ListOptions } from './variable/list-options';
import { OfferOptions } from './variable/offer-options';

/** Dashboards, their pages and pictures of them. Gives others the dashboards, and what a tile asks for. */
@Module({
  imports: [MetricModule],
  controllers: [DashboardController, DashboardPageController, sharingController('dashboard', ShareDashboard)],
  providers: [
    ReadDashboards,
    ShareDashboard,
    DefineDashboard,
    ChangeDashboard,
    PublishDashboard,
    ExportDashboard,
    ReadPage,
    RenderPage,
    AnswerTile,
    AskTile,
    CheckTiles,
    OfferOptions,
    ListOptions,
    { provide: DASHBOARD_STORE, useClass: PostgresDashboardStore },
    { provide: PICTURE_STORE, useExisting: CLAIM_CHECKS },
  ],
  exports: [ReadDashboards, AskTile],
})
export class DashboardModule {}
