import { type Principal, ProblemError } from '@svc/contracts';
import type { OwnedStorage } from './dataset.ports';

/** Most bytes of distinct objects that the datasets of one owner may have. */
export const STORAGE_LIMIT = Symbol('StorageLimit');

/** Throws `quota-exceeded` when a version would make its owner's datasets larger than they may be. */
export function requireRoom({ owner, bytes, added }: OwnedStorage, who: Principal, limit: number): void {
  if (added === 0 || bytes + added <= limit) return;
  const advice =
    'Every version of a dataset is kept: transfer a dataset to another owner (PUT /api/datasets/{name}/access), or ask an admin for a larger quota.';
  if (owner === who.id) {
    throw new ProblemError(
      'quota-exceeded',
      `Your datasets use ${inMiB(bytes)} of ${inMiB(limit)}, and this version needs ${inMiB(added)} more. ${advice}`,
      { data: { quota: 'storage', used: bytes, limit } },
    );
  }
  // What somebody else keeps is theirs to know.
  throw new ProblemError(
    'quota-exceeded',
    'The owner of this dataset has no storage left for this version. Register it under a name of your own.',
    { data: { quota: 'storage', limit } },
  );
}

function inMiB(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
