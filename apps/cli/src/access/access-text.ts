import type { AccessState } from '@svc/contracts';

/** `the members of red, blue`. */
export function seenBy({ visibility, groups }: Pick<AccessState, 'visibility' | 'groups'>): string {
  switch (visibility) {
    case 'private':
      return 'its owner alone, and admins';
    case 'project':
      return 'everybody who may read such things';
    case 'groups':
      return `the members of ${groups.join(', ')}, its owner, and admins`;
  }
}
