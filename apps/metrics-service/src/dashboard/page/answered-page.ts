import type { DashboardPage, DashboardSpec, PageData } from '@svc/contracts';

/** A page with the content of its tiles, and its layout. */
export interface AnsweredPage {
  readonly spec: DashboardSpec;
  readonly page: DashboardPage;
  readonly data: PageData;
}
