import type { AccessState } from '@svc/contracts';

/** `the members of red, blue`. */
export function seenBy({ visibility, groups }: Pick<AccessState, 'visibility' | 'groups'>): string {
  switch (visibility) {
    case 'private':
      return 'its owner and admins only';
    case 'project':
      return 'everybody who may read objects of this kind';
    case 'groups':
      return `the members of ${groups.join(', ')}, its owner, and admins`;
  }
}
