import { canonicalText, sha256Digest } from '@svc/audit-chain';
import {
  maySee,
  type ObjectAccess,
  type Principal,
  ProblemError,
  type SavedQuery,
  type SavedQueryDefinition,
  type SaidAccess,
} from '@svc/contracts';
import { accessOfExisting, accessOfNew, requireAbsent, requireMatch } from '@svc/platform';
import { notFound } from '../sharing/not-found';

/** A saved query as it is stored. */
export interface StoredQuery extends ObjectAccess {
  readonly name: string;
  readonly definition: SavedQueryDefinition;
  readonly version: number;
  readonly etag: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Who wants to replace or delete, and what they say they have seen. */
export interface Change {
  readonly principal: Principal;
  readonly ifMatch: string | undefined;
  readonly now: Date;
  /** Who is to see it when it is new; otherwise the definition says it. */
  readonly said?: SaidAccess | undefined;
}

/** The query after it was put. The same definition again is no new version; who sees it, the first one says, and sharing after it. */
export function putQuery(
  name: string,
  definition: SavedQueryDefinition,
  { principal, ifMatch, now, said }: Change,
  before: StoredQuery | null,
): StoredQuery {
  const etag = sha256Digest(canonicalText(definition));
  const registering = { what: `saved query "${name}"`, who: principal, said };
  if (before === null) {
    requireAbsent(`Saved query "${name}"`, ifMatch);
    return {
      name,
      definition,
      ...accessOfNew(name, null, { ...registering, otherwise: { visibility: definition.visibility, groups: [] } }),
      version: 1,
      etag,
      createdAt: now,
      updatedAt: now,
    };
  }
  if (!maySee(before, principal)) throw new ProblemError('conflict', `The name "${name}" is taken; choose another.`);
  requireChangeable(before, principal, ifMatch);
  accessOfExisting(before, registering);
  return before.etag === etag ? before : { ...before, definition, version: before.version + 1, etag, updatedAt: now };
}

/** Throws unless the caller may delete what they have seen. */
export function requireDeletable(name: string, { principal, ifMatch }: Change, before: StoredQuery | null): void {
  if (before === null || !maySee(before, principal)) throw notFound('query', name);
  requireChangeable(before, principal, ifMatch);
}

function requireChangeable(
  { name, owner, etag }: StoredQuery,
  principal: Principal,
  ifMatch: string | undefined,
): void {
  if (owner !== principal.id && principal.role !== 'admin')
    throw new ProblemError('forbidden', `The query "${name}" belongs to somebody else. Save yours under another name.`);
  requireMatch(`Saved query "${name}"`, etag, ifMatch);
}

export function presentQuery({
  name,
  definition,
  owner,
  version,
  etag,
  createdAt,
  updatedAt,
}: StoredQuery): SavedQuery {
  return {
    name,
    definition,
    owner,
    version,
    etag,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
