import { pValue } from '../../statistics/distribution/contrast';
import { robustSpread } from '../../statistics/sample/ranks';
import { fitContrast } from '../../study/contrast/contrast-fit';
import { logisticProbabilities } from '../../statistics/regression/logistic';
import type { Adjusters, ContrastStudy } from '../../study/study';
import { say, sayList } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** Rows needed per column of the flexible form. */
const ROWS_PER_COLUMN = 15;
const MAX_PRODUCTS = 6;

/** The effect does not hang on holding columns fixed by straight lines. */
export const adjustmentForm: Gate = {
  name: 'adjustment-form',
  kinds: ['association', 'effect', 'comparison', 'experiment', 'proportion'],
  looksFor: 'residual confounding: numeric columns with non-linear effects or interactions',
  statistic: 'p of the effect with squares, a knot at the median and interactions of the adjusters',
  threshold: 'the level of this attempt',
  source: 'regression splines; functional-form misspecification is residual confounding',
  examine(inquiry) {
    const study = inquiry.contrastStudy();
    const found = inquiry.evidence();
    if (study === null || found === null) return skip('there is no contrast to adjust');
    const { numeric } = study.adjusters;
    if (numeric.length === 0) return skip('no numeric columns are adjusted for');
    if (found.p > inquiry.level) return skip('the primary test already fails');
    const flexible = curvedForm(study.adjusters, study);
    if (flexible === null) return skip(`${study.n} rows are too few for non-linear terms of ${numeric.length} columns`);
    const { contrast } = fitContrast(study, flexible);
    const isOpposite = contrast.value * (found.contrast?.value ?? NaN) < 0;
    const p = Number.isNaN(contrast.value) || isOpposite ? 1 : pValue(contrast, found.direction.sign);
    const numbers = { statistic: p, threshold: inquiry.level, n: study.n };
    const words = `with non-linear terms and interactions of ${sayList(study.adjusters.numeric.map((column) => column.name))} the estimate is ${say(contrast.value)}, p = ${say(p)}`;
    return p <= inquiry.level
      ? sound(words, numbers)
      : inconclusive(`${words}: the effect depends on linear adjustment`, numbers);
  },
};

/** Adjusters with their squares, knots, products and the propensity of their groups; null where rows are too few for them. */
export function curvedForm(adjusters: Adjusters, study: ContrastStudy): Adjusters | null {
  if (adjusters.numeric.length === 0) return null;
  const curved = withPropensity(flexibleForm(adjusters), { ...study, adjusters });
  return study.n < ROWS_PER_COLUMN * curved.numeric.length ? null : curved;
}

/**
 * Groups chosen by a curve of the adjusters (as a logistic choice is) are alike again where their fitted probability
 * is: curves of it are held fixed too (Rosenbaum & Rubin 1983; doubly robust with the outcome's own curves).
 */
function withPropensity(adjusters: Adjusters, study: ContrastStudy): Adjusters {
  if (study.sides === null || study.adjusters.cells !== null) return adjusters;
  const own = adjusters.numeric.filter(({ name }) => !name.includes('bend')).map((column) => column.values);
  const probabilities = logisticProbabilities([new Float64Array(study.n).fill(1), ...own], study.x);
  if (probabilities === null) return adjusters;
  const score = probabilities.map((p) => p - 0.5);
  const powers = [1, 2, 3].map((power) => ({
    name: `propensity^${power}`,
    values: score.map((value) => value ** power),
  }));
  return { ...adjusters, numeric: [...adjusters.numeric, ...powers] };
}

function flexibleForm(adjusters: Adjusters): Adjusters {
  const curves = adjusters.numeric.flatMap(({ name, values }) => {
    const { median, spread } = robustSpread(values);
    const scaled = values.map((value) => (value - median) / (spread > 0 ? spread : 1));
    return [
      { name, values: scaled },
      { name: `${name}²`, values: scaled.map((value) => value * value) },
      { name: `${name} bend`, values: scaled.map((value) => Math.max(0, value)) },
    ];
  });
  const plain = curves.filter((_, i) => i % 3 === 0).slice(0, MAX_PRODUCTS);
  const products = plain.flatMap((a, i) =>
    plain.slice(i + 1).map((b) => ({
      name: `${a.name}×${b.name}`,
      values: a.values.map((value, row) => value * (b.values[row] ?? NaN)),
    })),
  );
  return { ...adjusters, numeric: [...curves, ...products] };
}
