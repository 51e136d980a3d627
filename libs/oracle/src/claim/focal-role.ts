import { type Claim, roleColumn } from './claim';

const FOCAL_ROLES = ['variant', 'group', 'x'] as const;

/** The role whose column the claim compares by, and that column; null when it compares nothing. */
export function focalRole(claim: Claim): { readonly role: string; readonly column: string } | null {
  for (const role of FOCAL_ROLES) {
    const column = roleColumn(claim, role);
    if (column !== undefined) return { role, column };
  }
  return null;
}
