import type { Claim } from '../claim/claim';
import { roleColumn } from '../claim/claim';
import { partitionBy } from '../study/clusters-of';
import { withinParts } from '../study/factor';
import type { ContrastStudy } from '../study/study';
import { LEFT_WITHIN } from '../study/time-means';
import type { Column } from '../table/column';
import type { Otherwise } from './evidence-if';

/** Whether all rows of one time are of about one side (a switchback, a before and after): units do not tell such sides apart. */
export function movesWithTime({ x, selection }: ContrastStudy, time: Column): boolean {
  if (x.length !== selection.rows.length) return false;
  const squares = (values: Float64Array): number => values.reduce((total, value) => total + value * value, 0);
  const byTime = partitionBy(time, selection.rows, 'time');
  const all = squares(withinParts(x, { codes: new Int32Array(x.length), count: 1 }));
  return byTime.count * 2 <= x.length && squares(withinParts(x, byTime)) < LEFT_WITHIN * all;
}

/** The claim with rows taken by a column as their time; where x moves with the time, by it alone and not by unit. */
export function takenByTime(study: ContrastStudy | null, claim: Claim, time: Column): Otherwise {
  if (study === null || study.clusters?.origin !== 'declared' || !movesWithTime(study, time))
    return { roles: { time: time.name } };
  const unit = roleColumn(claim, 'unit') === undefined ? {} : { unit: 'row' };
  const cluster = claim.declared.cluster === undefined ? {} : { cluster: time.name };
  return { roles: { time: time.name, ...unit }, declared: { unit: 'row', ...cluster } };
}
