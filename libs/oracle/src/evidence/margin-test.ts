import type { Claim } from '../claim/claim';
import type { Contrast } from '../statistics/distribution/contrast';
import { studentTail } from '../statistics/distribution/distributions';
import type { ContrastStudy } from '../study/study';

/** p of "differs by less than the margin" (both one-sided tests, Schuirmann 1987), or of "is not worse by more than it". */
export function marginP(contrast: Contrast, { kind, declared: { margin = 0 } }: Claim, good: -1 | 0 | 1): number {
  const above = studentTail((contrast.value + margin) / contrast.error, contrast.df);
  const below = studentTail((margin - contrast.value) / contrast.error, contrast.df);
  if (kind === 'equivalence') return Math.max(above, below);
  return good === -1 ? below : above;
}

/** The claim is about a margin, not about zero. */
export function isMargin({ kind }: Claim): boolean {
  return kind === 'equivalence' || kind === 'noninferiority';
}

/** A one-sided or two-sided test of zero. */
export interface ZeroTest {
  readonly study: ContrastStudy;
  readonly sign: -1 | 0 | 1;
}

/**
 * The claim's test as tests of zero: itself; or, against a margin, the subject's values moved by the margin, one test for
 * each side that the claim has to pass. What is asked of a test of zero can so be asked of a margin too.
 */
export function testsOfZero(
  study: ContrastStudy,
  { kind, declared: { margin = 0 } }: Claim,
  sign: -1 | 0 | 1,
): ZeroTest[] {
  const moved = (towards: -1 | 1): ZeroTest => ({
    study: { ...study, binary: false, y: study.y.map((value, i) => value + towards * margin * (study.x[i] ?? NaN)) },
    sign: towards,
  });
  if (kind === 'equivalence') return [moved(1), moved(-1)];
  if (kind === 'noninferiority') return [moved(sign === -1 ? -1 : 1)];
  return [{ study, sign }];
}
