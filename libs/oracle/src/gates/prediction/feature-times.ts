import { roleColumns } from '../../claim/claim';
import { parseTime, timeValuesOf } from '../../table/time-values';
import type { Inquiry } from '../../verdict/inquiry';
import { sayList, sayPercent } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound, unsound } from '../gate';

/** More than a stray record. */
const STRAY = 0.01;

/** Features were known when the prediction is made. */
export const featureTimes: Gate = {
  name: 'feature-times',
  kinds: ['prediction', 'classification'],
  looksFor: 'features from the future: recorded after the time of prediction',
  statistic: 'share of rows whose feature is later than the prediction',
  threshold: '1% of rows',
  source: 'Kaufman, Rosset & Perlich, Leakage in data mining (KDD 2011)',
  examine(inquiry) {
    const { prediction_time: prediction, feature_times: times } = inquiry.claim.declared;
    if (times === undefined) return skip('no feature_times are declared');
    if (prediction === undefined)
      return inconclusive('feature_times are declared but prediction_time is not: declare when the prediction is made');
    const now = pointsInTime(inquiry, prediction);
    if (now === null) return inconclusive(`prediction_time "${prediction}" cannot be read as a time`);
    const features = roleColumns(inquiry.claim, 'features');
    const late = Object.entries(times)
      .filter(([feature]) => features.length === 0 || features.includes(feature))
      .map(([feature, when]) => ({ feature, share: lateShare(inquiry, when, now) }));
    const unread = late.filter(({ share }) => share === null).map(({ feature }) => feature);
    if (unread.length > 0) return inconclusive(`the times of ${sayList(unread)} cannot be read`);
    const worst = late.reduce((a, b) => ((b.share ?? 0) > (a.share ?? 0) ? b : a), { feature: '', share: 0 });
    const share = worst.share ?? 0;
    const numbers = { statistic: share, threshold: STRAY, n: inquiry.table.rowCount };
    if (share > STRAY)
      return unsound(
        `${worst.feature} is known only after the prediction in ${sayPercent(share)} of rows: it comes from the future`,
        numbers,
      );
    if (share > 0)
      return inconclusive(
        `${worst.feature} is later than the prediction in ${sayPercent(share)} of rows: correct or drop them`,
        numbers,
      );
    return sound(
      `${sayList(late.map(({ feature }) => feature))} ${late.length === 1 ? 'is' : 'are'} known when the prediction is made`,
      numbers,
    );
  },
};

function pointsInTime({ table }: Inquiry, when: string | number): ((row: number) => number) | null {
  if (typeof when === 'number') return () => when;
  const column = table.column(when);
  if (column === undefined) {
    const time = parseTime(when);
    return Number.isNaN(time) ? null : () => time;
  }
  const values = timeValuesOf(column);
  return values === null ? null : (row) => values[row] ?? NaN;
}

function lateShare(inquiry: Inquiry, when: string | number, now: (row: number) => number): number | null {
  const known = pointsInTime(inquiry, when);
  if (known === null) return null;
  let late = 0;
  for (let row = 0; row < inquiry.table.rowCount; row++) if (known(row) > now(row)) late++;
  return late / Math.max(1, inquiry.table.rowCount);
}
