import { type DashboardSpec, ProblemError } from '@svc/contracts';
import { requireAbsent, requireMatch } from '../metric/if-match';
import { etagOf, type StoredDashboard } from './dashboard';
import { describeChange } from './describe-change';

/** What to do to the store. */
export type DashboardChange =
  | { readonly kind: 'keep'; readonly dashboard: StoredDashboard }
  | { readonly kind: 'save'; readonly dashboard: StoredDashboard; readonly author: string; readonly change: string }
  | { readonly kind: 'publish'; readonly dashboard: StoredDashboard }
  | { readonly kind: 'delete'; readonly dashboard: StoredDashboard; readonly author: string };

/** Who asks for a change, when, and what they have seen of what is there. */
export interface DashboardRequest {
  readonly name: string;
  readonly author: string;
  readonly now: Date;
  readonly ifMatch: string | undefined;
}

/** A specification from the history. */
export interface SavedSpec {
  readonly version: number;
  readonly spec: DashboardSpec;
}

/** Saving: a new version, unless it is the newest one already. What is published stays published. */
export function decidePut(spec: DashboardSpec, request: DashboardRequest, existing: StoredDashboard | null, lastVersion: number): DashboardChange {
  if (existing === null) requireAbsent(nameOf(request), request.ifMatch);
  else requireMatch(nameOf(request), etagOf(existing), request.ifMatch);
  const change = existing === null ? (lastVersion === 0 ? 'created' : 'created again') : describeChange(existing.spec, spec);
  return saveAs(spec, change, request, existing, lastVersion);
}

/** Rolling back: an earlier version, saved anew as the newest one. */
export function decideRollback(earlier: SavedSpec, request: DashboardRequest, existing: StoredDashboard | null, lastVersion: number): DashboardChange {
  const current = matching(request, existing);
  return saveAs(earlier.spec, `rolled back to version ${earlier.version}`, request, current, lastVersion);
}

/** Publishing: readers see that version from now on. The same again changes nothing. */
export function decidePublish({ version, spec }: SavedSpec, request: DashboardRequest, existing: StoredDashboard | null): DashboardChange {
  const current = matching(request, existing);
  if (current.published?.version === version) return { kind: 'keep', dashboard: current };
  return { kind: 'publish', dashboard: { ...current, published: { version, spec, author: request.author, published_at: request.now.toISOString() } } };
}

export function decideDelete(request: DashboardRequest, existing: StoredDashboard | null): DashboardChange {
  return { kind: 'delete', dashboard: matching(request, existing), author: request.author };
}

function saveAs(spec: DashboardSpec, change: string, request: DashboardRequest, existing: StoredDashboard | null, lastVersion: number): DashboardChange {
  const published = existing?.published ?? null;
  if (existing !== null && etagOf(existing) === etagOf({ spec, published })) return { kind: 'keep', dashboard: existing };
  const at = request.now.toISOString();
  const dashboard = { name: request.name, spec, version: lastVersion + 1, published, owner: existing?.owner ?? request.author, created_at: existing?.created_at ?? at, updated_at: at };
  return { kind: 'save', dashboard, author: request.author, change };
}

function matching(request: DashboardRequest, existing: StoredDashboard | null): StoredDashboard {
  if (existing === null) throw new ProblemError('not-found', `There is no dashboard "${request.name}".`);
  requireMatch(nameOf(request), etagOf(existing), request.ifMatch);
  return existing;
}

const nameOf = ({ name }: DashboardRequest): string => `Dashboard "${name}"`;
