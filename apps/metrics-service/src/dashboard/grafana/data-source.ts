import type { Json } from '@svc/contracts';

/** The data source as a panel references it. */
export interface DataSource {
  readonly type: string;
  readonly uid: string;
  readonly [member: string]: Json;
}
