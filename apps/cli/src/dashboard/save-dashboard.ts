import { isDeepStrictEqual } from 'node:util';
import type { Client, Dashboard, DashboardSpec } from '@svc/contracts';
import { ifExists } from '../command/if-exists';

/** What saving a specification came to. */
export interface SavedDashboard {
  readonly dashboard: Dashboard;
  readonly change: 'created' | 'updated' | 'unchanged';
}

/** Saves a specification unless it is the newest version already. */
export async function saveDashboard(client: Client, spec: DashboardSpec): Promise<SavedDashboard> {
  const params = { name: spec.name };
  const before = await ifExists(client.getDashboard({ params }));
  if (before !== null && isDeepStrictEqual(before.spec, spec)) return { dashboard: before, change: 'unchanged' };
  const dashboard = await client.putDashboard({
    params,
    body: spec,
    ...(before === null ? {} : { if_match: before.etag }),
  });
  return { dashboard, change: before === null ? 'created' : 'updated' };
}
