import type { Derivation } from '@svc/contracts';

/** `comparison of group=half, value=delay`; a claim without roles is its kind. */
export function claimText({ kind, roles }: Pick<NonNullable<Derivation['claim']>, 'kind' | 'roles'>): string {
  const said = Object.entries(roles).map(([role, column]) => `${role}=${[column].flat().join('+')}`);
  return said.length === 0 ? kind : `${kind} of ${said.join(', ')}`;
}
