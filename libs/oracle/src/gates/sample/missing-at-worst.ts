import type { Claim } from '../../claim/claim';
import type { Answered } from '../../columns/missingness';
import { marginP } from '../../evidence/margin-test';
import type { Evidence } from '../../evidence/evidence';
import { examineSurvival } from '../../evidence/survival-evidence';
import { type Contrast, pValue } from '../../statistics/distribution/contrast';
import { ascending, pick, pickCodes, rowsWhere } from '../../statistics/sample/rows';
import { compact } from '../../study/variable/factor';
import type { ContrastStudy, SurvivalStudy } from '../../study/study';
import { contrastOfRows } from '../../study/contrast/contrast-fit';

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

/** The same of two curves: the fuller side loses those with the earliest, or with the latest, durations. */
export function worstSurvivalP(study: SurvivalStudy, answered: Answered, found: Evidence, claim: Claim): number {
  const side = fullerSide(answered) === 'subject' ? 1 : 0;
  const ps = [false, true].map((latest) => {
    const kept = rowsLeft(study.duration, study.exposed, side, answered, latest);
    const examined = examineSurvival(survivalOfRows(study, kept), claim);
    return 'impossible' in examined || examined.statistic * found.statistic < 0 ? 1 : examined.p;
  });
  return Math.max(...ps);
}

function survivalOfRows(study: SurvivalStudy, kept: Int32Array): SurvivalStudy {
  const { clusters, start } = study;
  return {
    ...study,
    n: kept.length,
    duration: pick(study.duration, kept),
    event: pick(study.event, kept),
    exposed: pick(study.exposed, kept),
    start: start === null ? null : pick(start, kept),
    clusters: clusters === null ? null : { ...clusters, ...compact(pickCodes(clusters.codes, kept), clusters.count) },
  };
}

const shareOf = ({ present, missing }: Answered['subject']): number => present / Math.max(1, present + missing);

/** The side that lacks fewer outcomes. */
function fullerSide({ subject, reference }: Answered): 'subject' | 'reference' {
  return shareOf(subject) > shareOf(reference) ? 'subject' : 'reference';
}

/** Rows without the excess of the fuller side: its highest, or its lowest, outcomes go. */
function rowsLeft(
  outcome: Float64Array,
  x: Float64Array,
  side: 0 | 1,
  { subject, reference }: Answered,
  highest: boolean,
): Int32Array {
  const [s, r] = [shareOf(subject), shareOf(reference)];
  const own = rowsWhere(x.length, (i) => x[i] === side);
  const out = Math.ceil((1 - Math.min(s, r) / Math.max(s, r)) * own.length);
  const order = ascending(pick(outcome, own)).map((place) => own[place] ?? -1);
  const dropped = new Set(highest ? order.slice(order.length - out) : order.slice(0, out));
  return rowsWhere(x.length, (i) => !dropped.has(i));
}

/** The estimate with the fuller side cut so that the difference comes out as high, or as low, as it can. */
function trimmedContrast(study: ContrastStudy, answered: Answered, high: boolean): Contrast | null {
  const side = fullerSide(answered) === 'subject' ? 1 : 0;
  // The subject's lowest or the reference's highest values go to make the difference high.
  return contrastOfRows(study, rowsLeft(study.y, study.x, side, answered, high !== (side === 1)));
}
