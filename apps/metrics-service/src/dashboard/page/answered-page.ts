import type { DashboardPage, DashboardSpec, PageData } from '@svc/contracts';

/** A page with what its tiles show, and how it is laid out. */
export interface AnsweredPage {
  readonly spec: DashboardSpec;
  readonly page: DashboardPage;
  readonly data: PageData;
}
