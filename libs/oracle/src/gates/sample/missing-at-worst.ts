import type { Claim } from '../../claim/claim';
import type { Answered } from '../../columns/missingness';
import { marginP } from '../../evidence/margin-test';
import type { Evidence } from '../../evidence/evidence';
import { type Contrast, pValue } from '../../statistics/contrast';
import { ascending, pick, rowsWhere } from '../../statistics/rows';
import type { ContrastStudy } from '../../study/study';
import { contrastOfRows } from '../../study/contrast-fit';

/**
 * p of the claim when the outcomes that one side lacks more than the other are the worst ones for it: the side with fewer
 * missing is trimmed by its excess, from whichever end costs the claim most (Lee, Review of Economic Studies 76 (2009)).
 * 1 where that leaves nothing to test.
 */
export function worstP(study: ContrastStudy, answered: Answered, { direction }: Evidence, claim: Claim): number {
  const [low, high] = [-1, 1].map((towards) => trimmedContrast(study, answered, towards === 1));
  if (low === null || low === undefined || high === null || high === undefined) return 1;
  if (claim.kind === 'equivalence' || claim.kind === 'noninferiority')
    return Math.max(marginP(low, claim, direction.sign), marginP(high, claim, direction.sign));
  if (low.value * high.value <= 0 && direction.sign === 0) return 1;
  return Math.max(pValue(low, direction.sign), pValue(high, direction.sign));
}

/** The estimate with the fuller side cut so that the difference comes out as high, or as low, as it can. */
function trimmedContrast(study: ContrastStudy, answered: Answered, high: boolean): Contrast | null {
  const share = ({ present, missing }: Answered['subject']): number => present / Math.max(1, present + missing);
  const [s, r] = [share(answered.subject), share(answered.reference)];
  const side = s > r ? 1 : 0;
  const own = rowsWhere(study.n, (i) => study.x[i] === side);
  const out = Math.ceil((1 - Math.min(s, r) / Math.max(s, r)) * own.length);
  const order = ascending(pick(study.y, own)).map((place) => own[place] ?? -1);
  // The subject's lowest or the reference's highest values go to make the difference high.
  const dropped = new Set(high === (side === 1) ? order.slice(0, out) : order.slice(order.length - out));
  return contrastOfRows(
    study,
    rowsWhere(study.n, (i) => !dropped.has(i)),
  );
}
