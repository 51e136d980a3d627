import type { DashboardSpec } from '@svc/contracts';
import { admitChange, type AdmittedPut, admitPut, type Past, type PutRequest } from '@svc/platform';
import { etagOf, type StoredDashboard } from './dashboard';
import { describeChange } from './describe-change';

/** The effect on the store. */
export type DashboardChange =
  | { readonly kind: 'keep'; readonly dashboard: StoredDashboard }
  | { readonly kind: 'save'; readonly dashboard: StoredDashboard; readonly author: string; readonly change: string }
  | { readonly kind: 'publish'; readonly dashboard: StoredDashboard }
  | { readonly kind: 'delete'; readonly dashboard: StoredDashboard; readonly author: string };

/** The caller, the time, and the entity tag they have read. */
export type DashboardRequest = Omit<PutRequest, 'what' | 'otherwise'> & { readonly now: Date };

/** A specification from the history. */
export interface SavedSpec {
  readonly version: number;
  readonly spec: DashboardSpec;
}

/** Saving: a new version, unless it equals the newest one. The published version stays published. */
export function decidePut(
  spec: DashboardSpec,
  request: DashboardRequest,
  there: StoredDashboard | null,
  past: Past,
): DashboardChange {
  const admitted = admitPut({ what: 'dashboard', ...request }, there, past, etagOf);
  const { before, created } = admitted;
  return saveAs(spec, before === null ? created : describeChange(before.spec, spec), request, admitted);
}

/** Rollback: saves an earlier version again as the newest. */
export function decideRollback(
  earlier: SavedSpec,
  request: DashboardRequest,
  existing: StoredDashboard | null,
  { lastVersion }: Past,
): DashboardChange {
  const before = matching(request, existing);
  return saveAs(earlier.spec, `rolled back to version ${earlier.version}`, request, {
    before,
    access: before,
    version: lastVersion + 1,
  });
}

/** Publishing: readers see that version from now on. Publishing it again changes nothing. */
export function decidePublish(
  { version, spec }: SavedSpec,
  request: DashboardRequest,
  existing: StoredDashboard | null,
): DashboardChange {
  const current = matching(request, existing);
  if (current.published?.version === version) return { kind: 'keep', dashboard: current };
  return {
    kind: 'publish',
    dashboard: {
      ...current,
      published: { version, spec, author: request.who.id, published_at: request.now.toISOString() },
    },
  };
}

export function decideDelete(request: DashboardRequest, existing: StoredDashboard | null): DashboardChange {
  return { kind: 'delete', dashboard: matching(request, existing), author: request.who.id };
}

function saveAs(
  spec: DashboardSpec,
  change: string,
  request: DashboardRequest,
  { before, access, version }: Omit<AdmittedPut<StoredDashboard>, 'created'>,
): DashboardChange {
  const published = before?.published ?? null;
  if (before !== null && etagOf(before) === etagOf({ spec, published })) return { kind: 'keep', dashboard: before };
  const at = request.now.toISOString();
  const { owner, visibility, groups } = access;
  const dashboard = {
    name: request.name,
    spec,
    version,
    published,
    owner,
    visibility,
    groups,
    created_at: before?.created_at ?? at,
    updated_at: at,
  };
  return { kind: 'save', dashboard, author: request.who.id, change };
}

function matching(request: DashboardRequest, there: StoredDashboard | null): StoredDashboard {
  return admitChange({ what: 'dashboard', ...request }, there, etagOf);
}
