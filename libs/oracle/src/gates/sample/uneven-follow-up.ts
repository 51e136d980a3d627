import { examineSurvival } from '../../evidence/survival-evidence';
import { normalTail } from '../../statistics/distribution/distributions';
import { ascending, pick, rowsWhere } from '../../statistics/sample/rows';
import { logRank, riskSets } from '../../statistics/comparison/survival-comparison';
import type { SurvivalStudy } from '../../study/study';
import type { Inquiry } from '../../verdict/inquiry';
import { say } from '../../words/number-words';
import { type Finding, inconclusive } from '../gate';

/** Sides lose subjects at different rates from here on. */
const LEVEL = 0.001;
/** Fewer lost than this show no rate. */
const MIN_LOST = 10;

/**
 * Subjects lost before the end of the study, more often on one side: the excess of that side is given the worst end for the
 * claim, an event when it was lost, or none until the end. Null where sides lose alike, or the claim stands even so.
 */
export function unevenFollowUp(study: SurvivalStudy, inquiry: Inquiry): Finding | null {
  const found = inquiry.evidence();
  if (found === null || found.p > inquiry.level) return null;
  const end = study.duration.reduce((a, b) => Math.max(a, b), 0);
  const isLost = study.event.map((seen, i) => (seen === 0 && (study.duration[i] ?? NaN) < end ? 1 : 0));
  if (isLost.reduce((a, b) => a + b, 0) < MIN_LOST) return null;
  const test = logRank(
    riskSets(
      Array.from(study.duration, (exit, i) => ({
        entry: 0,
        exit,
        event: isLost[i] === 1,
        exposed: study.exposed[i] === 1,
      })),
    ),
  );
  const uneven = 2 * normalTail(Math.abs(test.z));
  if (!(uneven < LEVEL)) return null;
  const side = test.difference > 0 ? 1 : 0;
  const own = rowsWhere(study.n, (i) => isLost[i] === 1 && study.exposed[i] === side);
  const excess = ascending(pick(study.duration, own))
    .slice(0, Math.ceil(Math.abs(test.difference)))
    .map((place) => own[place] ?? -1);
  const p = Math.max(
    ...[1, 0].map((seen) => {
      const examined = examineSurvival(ended(study, excess, seen, end), inquiry.claim);
      return 'impossible' in examined || examined.statistic * found.statistic < 0 ? 1 : examined.p;
    }),
  );
  if (p <= inquiry.level) return null;
  const label = side === 1 ? study.sides.subject : study.sides.reference;
  return inconclusive(
    `subjects of ${label} were lost to follow-up more often (p = ${say(uneven)}); if the ${excess.length} beyond those expected had the worst end for the claim, p = ${say(p)}: find out why they were lost`,
    { statistic: p, threshold: inquiry.level, n: study.n },
  );
}

function ended(study: SurvivalStudy, rows: Int32Array, seen: number, end: number): SurvivalStudy {
  const [event, duration] = [study.event.slice(), study.duration.slice()];
  for (const row of rows) {
    event[row] = seen;
    if (seen === 0) duration[row] = end;
  }
  return { ...study, event, duration };
}
