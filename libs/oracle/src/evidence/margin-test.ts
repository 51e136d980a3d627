import type { Claim } from '../claim/claim';
import type { Contrast } from '../statistics/contrast';
import { studentTail } from '../statistics/distributions';

/** p of "differs by less than the margin" (both one-sided tests, Schuirmann 1987), or of "is not worse by more than it". */
export function marginP(contrast: Contrast, { kind, declared: { margin = 0 } }: Claim, good: -1 | 0 | 1): number {
  const above = studentTail((contrast.value + margin) / contrast.error, contrast.df);
  const below = studentTail((margin - contrast.value) / contrast.error, contrast.df);
  if (kind === 'equivalence') return Math.max(above, below);
  return good === -1 ? below : above;
}
