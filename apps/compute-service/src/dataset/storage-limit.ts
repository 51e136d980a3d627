import { type Principal, ProblemError } from '@svc/contracts';
import type { OwnedStorage } from './dataset.ports';

/** Limit on the bytes of distinct objects in the datasets of one owner. */
export const STORAGE_LIMIT = Symbol('StorageLimit');

/** Throws `quota-exceeded` when a version would exceed its owner's storage limit. */
export function requireRoom({ owner, bytes, added }: OwnedStorage, who: Principal, limit: number): void {
  if (added === 0 || bytes + added <= limit) return;
  const advice =
    'Every version of a dataset is kept. Delete a dataset that you no longer need (its rows are removed later, unless evidence stands on them), transfer one to another owner (PUT /api/datasets/{name}/access), or ask an admin for a larger quota.';
  if (owner === who.id) {
    throw new ProblemError(
      'quota-exceeded',
      `Your datasets use ${inMiB(bytes)} of ${inMiB(limit)}, and this version needs ${inMiB(added)} more. ${advice}`,
      { data: { quota: 'storage', used: bytes, limit } },
    );
  }
  // Somebody else's usage is not disclosed.
  throw new ProblemError(
    'quota-exceeded',
    'The owner of this dataset has no storage left for this version. Register it under a name of your own.',
    { data: { quota: 'storage', limit } },
  );
}

function inMiB(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
