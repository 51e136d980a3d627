import { pick, rowsWhere } from '../../statistics/sample/rows';
import { pValue } from '../../statistics/distribution/contrast';
import { leastSquares } from '../../statistics/regression/least-squares';
import { robustContrast } from '../../statistics/regression/robust-error';
import { quantileOf } from '../../statistics/sample/ranks';
import type { Contrast } from '../../statistics/distribution/contrast';
import { say } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** Rows per half below which a bend cannot be seen. */
const MIN_HALF_ROWS = 20;

/** One slope may stand for the relation: it does not run one way for small x and the other for large x. */
export const monotone: Gate = {
  name: 'monotone',
  kinds: ['association', 'effect'],
  looksFor: 'a relation that rises in one half and falls in the other, so that one slope does not describe it',
  statistic: 'slopes below and above the median of x',
  threshold: 'both significant at α and opposite',
  source: 'Simonsohn, Two lines (AMPPS 2018)',
  examine(inquiry) {
    const { study } = inquiry;
    if (study?.shape !== 'contrast' || study.sides !== null || study.series !== null)
      return skip('the claim is not about a slope over independent rows');
    const middle = quantileOf(study.x.slice().sort(), 0.5);
    const [low, high] = [half(study, (x) => x <= middle), half(study, (x) => x >= middle)];
    if (low === null || high === null)
      return skip(`fewer than ${MIN_HALF_ROWS} rows on a side of the median of ${study.focal}`);
    const { alpha } = inquiry.input;
    const bent = low.value * high.value < 0 && pValue(low) < alpha && pValue(high) < alpha;
    const numbers = { statistic: high.value - low.value, threshold: alpha, n: study.n };
    const words = `slope ${say(low.value)} below the median of ${study.focal}, ${say(high.value)} above`;
    return bent
      ? inconclusive(`${words}: it reverses, so one slope does not describe it`, numbers)
      : sound(words, numbers);
  },
};

function half({ x, y }: { x: Float64Array; y: Float64Array }, keep: (x: number) => boolean): Contrast | null {
  const rows = rowsWhere(x.length, (i) => keep(x[i] ?? NaN));
  if (rows.length < MIN_HALF_ROWS) return null;
  const contrast = robustContrast(
    leastSquares([new Float64Array(rows.length).fill(1), pick(x, rows)], pick(y, rows)),
    1,
  );
  return Number.isFinite(contrast.value) && Number.isFinite(contrast.error) ? contrast : null;
}
