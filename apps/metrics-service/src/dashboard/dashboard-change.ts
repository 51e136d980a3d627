import {
  type DashboardSpec,
  maySee,
  type ObjectAccess,
  type Principal,
  ProblemError,
  type SaidAccess,
} from '@svc/contracts';
import { accessOfExisting, accessOfNew, type Past, requireAbsent, requireMatch } from '@svc/platform';
import { etagOf, type StoredDashboard } from './dashboard';
import { describeChange } from './describe-change';

/** The effect on the store. */
export type DashboardChange =
  | { readonly kind: 'keep'; readonly dashboard: StoredDashboard }
  | { readonly kind: 'save'; readonly dashboard: StoredDashboard; readonly author: string; readonly change: string }
  | { readonly kind: 'publish'; readonly dashboard: StoredDashboard }
  | { readonly kind: 'delete'; readonly dashboard: StoredDashboard; readonly author: string };

/** The caller, the time, and the entity tag they have read. */
export interface DashboardRequest {
  readonly name: string;
  readonly who: Principal;
  readonly now: Date;
  readonly ifMatch: string | undefined;
  /** The visibility of a new dashboard. */
  readonly said?: SaidAccess | undefined;
}

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
  const existing = seen(there, request);
  if (existing === null) requireAbsent(nameOf(request), request.ifMatch);
  else requireMatch(nameOf(request), etagOf(existing), request.ifMatch);
  const change =
    existing === null ? (past.lastVersion === 0 ? 'created' : 'created again') : describeChange(existing.spec, spec);
  const registering = { what: `dashboard "${request.name}"`, who: request.who, said: request.said };
  const access =
    existing === null
      ? accessOfNew(request.name, there ?? past.access, registering)
      : accessOfExisting(existing, registering);
  return saveAs(spec, change, request, existing, { lastVersion: past.lastVersion, access });
}

/** Rollback: saves an earlier version again as the newest. */
export function decideRollback(
  earlier: SavedSpec,
  request: DashboardRequest,
  existing: StoredDashboard | null,
  { lastVersion }: Past,
): DashboardChange {
  const current = matching(request, existing);
  return saveAs(earlier.spec, `rolled back to version ${earlier.version}`, request, current, {
    lastVersion,
    access: current,
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
  existing: StoredDashboard | null,
  { lastVersion, access }: Past & { readonly access: ObjectAccess },
): DashboardChange {
  const published = existing?.published ?? null;
  if (existing !== null && etagOf(existing) === etagOf({ spec, published }))
    return { kind: 'keep', dashboard: existing };
  const at = request.now.toISOString();
  const { owner, visibility, groups } = access;
  const dashboard = {
    name: request.name,
    spec,
    version: lastVersion + 1,
    published,
    owner,
    visibility,
    groups,
    created_at: existing?.created_at ?? at,
    updated_at: at,
  };
  return { kind: 'save', dashboard, author: request.who.id, change };
}

/** The current dashboard, regardless of the caller. */
function seen(there: StoredDashboard | null, { who }: DashboardRequest): StoredDashboard | null {
  return there !== null && maySee(there, who) ? there : null;
}

function matching(request: DashboardRequest, there: StoredDashboard | null): StoredDashboard {
  const existing = seen(there, request);
  if (existing === null) throw new ProblemError('not-found', `There is no dashboard "${request.name}".`);
  requireMatch(nameOf(request), etagOf(existing), request.ifMatch);
  return existing;
}

const nameOf = ({ name }: DashboardRequest): string => `Dashboard "${name}"`;
