import type { Claim } from '../claim/claim';
import { roleColumn } from '../claim/claim';
import { partitionBy } from '../study/rows/clusters-of';
import { withinParts } from '../study/variable/factor';
import type { ContrastStudy, GroupsStudy } from '../study/study';
import { ascending, pick } from '../statistics/sample/rows';
import { countCodes } from '../table/levels';
import { LEFT_WITHIN } from '../study/variable/time-means';
import type { Column } from '../table/column';
import type { Otherwise } from './evidence-if';

/** Chance puts rows of one group next to each other so often once in a thousand times. */
const FOLLOWS = 3;

/** Whether all rows of one time are of about one side (a switchback, a before and after): units do not tell such sides apart. */
export function movesWithTime({ x, selection }: ContrastStudy, time: Column): boolean {
  if (x.length !== selection.rows.length) return false;
  const squares = (values: Float64Array): number => values.reduce((total, value) => total + value * value, 0);
  const byTime = partitionBy(time, selection.rows, 'time');
  const all = squares(withinParts(x, { codes: new Int32Array(x.length), count: 1 }));
  return byTime.count * 2 <= x.length && squares(withinParts(x, byTime)) < LEFT_WITHIN * all;
}

/** Whether rows next to each other in time are of one group more often than chance makes them (z above 3). */
export function groupsFollow({ codes, labels, selection }: GroupsStudy, values: Float64Array): boolean {
  const order = ascending(pick(values, selection.rows));
  const sizes = countCodes(codes, labels.length);
  const n = codes.length;
  const alike = [...sizes].reduce((total, size) => total + (size / n) ** 2, 0);
  let same = 0;
  for (let i = 1; i < n; i++) if (codes[order[i] ?? -1] === codes[order[i - 1] ?? -1]) same++;
  return same - n * alike > FOLLOWS * Math.sqrt(n * alike * (1 - alike));
}

/** The claim with rows taken by a column as their time; where x moves with the time, by it alone and not by unit. */
export function takenByTime(study: ContrastStudy | null, claim: Claim, time: Column): Otherwise {
  if (study === null || study.clusters?.origin !== 'declared' || !movesWithTime(study, time))
    return { roles: { time: time.name } };
  const unit = roleColumn(claim, 'unit') === undefined ? {} : { unit: 'row' };
  const cluster = claim.declared.cluster === undefined ? {} : { cluster: time.name };
  return { roles: { time: time.name, ...unit }, declared: { unit: 'row', ...cluster } };
}
