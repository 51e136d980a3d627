import type { ObjectAccess } from '@svc/contracts';

/** What every exported document begins with: `svc.export/v1`, its kind, when it was made, and who owns and sees the object. */
export function exportHead<const K extends string>(kind: K, { owner, visibility, groups }: ObjectAccess, at: Date) {
  return {
    schema: 'svc.export/v1' as const,
    kind,
    created_at: at.toISOString(),
    access: { owner, visibility, groups: [...groups] },
  };
}
