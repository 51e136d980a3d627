import { roleColumn } from '../../claim/claim';
import { interval, pValue } from '../../statistics/distribution/contrast';
import { quantileOf } from '../../statistics/sample/ranks';
import { compact } from '../../study/variable/factor';
import { flags, pick } from '../../statistics/sample/rows';
import { timeValuesOf } from '../../table/time-values';
import { sayWithInterval, say } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound, unsound } from '../gate';
import { contrastWithin } from '../confounding/segment-scan';

/** Points in time below which early and late mean little. */
const MIN_POINTS = 4;
const CLEAR = 3.29;

/** The effect lasts. */
export const novelty: Gate = {
  name: 'novelty',
  kinds: ['experiment', 'comparison', 'proportion'],
  looksFor: 'an early effect that vanishes in the later half',
  statistic: 'z between the effect in the earlier and in the later half of the time',
  threshold: '3.29, with the later interval below half the earlier effect; unsound when the later effect may be zero',
  source: 'Kohavi, Tang & Xu (2020), ch. 3: primacy and novelty effects',
  examine(inquiry) {
    const study = inquiry.contrastStudy();
    const name = roleColumn(inquiry.claim, 'time');
    const column = name === undefined ? undefined : inquiry.table.column(name);
    const times = column === undefined ? null : timeValuesOf(column);
    if (study === null || name === undefined || times === null || study.paired || study.series !== null)
      return skip('there is no time role to split by');
    const when = pick(times, study.selection.rows);
    const distinct = Float64Array.from(new Set(when)).sort();
    if (distinct.length < MIN_POINTS)
      return skip(`${distinct.length} points in time are too few to see an effect fade`);
    const middle = quantileOf(distinct, 0.5);
    const halves = compact(new Int32Array(flags(when.length, (i) => (when[i] ?? NaN) > middle)), 2);
    const [early, late] = [contrastWithin(study, halves, 0), contrastWithin(study, halves, 1)];
    if (early === null || late === null) return skip('one half of the time lacks rows of a group');
    const z = (early.value - late.value) / Math.hypot(early.error, late.error);
    const numbers = { statistic: z, threshold: CLEAR, n: study.n };
    const bounds = interval(late);
    const sign = early.value > 0 ? 1 : -1;
    const reach = sign > 0 ? bounds.high : -bounds.low;
    const fades = sign * z > CLEAR && pValue(early) < inquiry.input.alpha && reach < 0.5 * Math.abs(early.value);
    const words = `effect ${sayWithInterval(early.value, interval(early))} up to ${name} ${say(middle)}, ${sayWithInterval(late.value, bounds)} after`;
    if (!fades) return sound(words, numbers);
    return pValue(late, sign) > 0.05
      ? unsound(`${words}: it fades, like a novelty effect`, numbers)
      : inconclusive(`${words}: most of it fades, like a novelty effect; claim the later effect`, numbers);
  },
};
