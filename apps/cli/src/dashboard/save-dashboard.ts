import { isDeepStrictEqual } from 'node:util';
import { type Client, type Dashboard, type DashboardSpec, firstAccessQuery, type SaidAccess } from '@svc/contracts';
import { ifExists } from '../command/if-exists';

/** The outcome of saving a specification. */
export interface SavedDashboard {
  readonly dashboard: Dashboard;
  readonly change: 'created' | 'updated' | 'unchanged';
}

/** Saves a specification unless it equals the newest version; `said` is the visibility of a new one. */
export async function saveDashboard(
  client: Client,
  spec: DashboardSpec,
  said: SaidAccess | null,
): Promise<SavedDashboard> {
  const params = { name: spec.name };
  const before = await ifExists(client.getDashboard({ params }));
  if (before !== null && isDeepStrictEqual(before.spec, spec)) return { dashboard: before, change: 'unchanged' };
  const dashboard = await client.putDashboard({
    params,
    body: spec,
    ...(before === null ? (said === null ? {} : { query: firstAccessQuery(said) }) : { if_match: before.etag }),
  });
  return { dashboard, change: before === null ? 'created' : 'updated' };
}
