import { roleColumn, without } from '../../claim/claim';
import { pValue } from '../../statistics/distribution/contrast';
import { leastSquares, coefficientWeights } from '../../statistics/regression/least-squares';
import { serialError } from '../../statistics/time-series/autoregression';
import { studentTwoSided } from '../../statistics/distribution/distributions';
import { welchContrast } from '../../statistics/comparison/welch';
import type { ContrastStudy, TrendStudy } from '../../study/study';
import { pick } from '../../statistics/sample/rows';
import { say } from '../../words/number-words';
import type { Inquiry } from '../../verdict/inquiry';
import { moments } from '../../statistics/sample/moments';
import { conversionFactor, splitByScale } from './mixed-scales';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound, unsound } from '../gate';

/** One column is in one unit of measure. */
export const unitChange: Gate = {
  name: 'unit-change',
  kinds: without('proportion', 'prediction', 'classification', 'survival'),
  looksFor: 'a column that changes its unit of measure (×1000, ×2.54, …) for some rows, a group or from some time on',
  statistic: 'factor between two separate ranges of values of equal relative spread',
  threshold:
    'a gap on the log scale ten times any other, a factor within its error of a known conversion, and nothing left after converting',
  source: 'conversion factors of SI prefixes, time, length, mass and volume',
  examine(inquiry) {
    const { study } = inquiry;
    const paired = pairRatio(inquiry);
    if (paired !== null) return paired;
    if (study?.shape === 'trend') return inTime(study, inquiry.input.alpha);
    if (study?.shape === 'contrast' && study.series === null)
      return amongRows(
        study,
        rawOutcome(inquiry.claim, study, inquiry.table.column.bind(inquiry.table)),
        inquiry.input.alpha,
      );
    if (study?.shape === 'mean')
      return inLevel(
        study.y.map((value) => value + study.threshold),
        study.outcome,
      );
    return skip('there is no outcome in one unit');
  },
};

/** Before and after of the same rows that differ by a conversion factor and by nothing else. */
function pairRatio({ claim, study, table }: Inquiry): Finding | null {
  const [before, after] = ['before', 'after'].map((role) => table.column(roleColumn(claim, role) ?? ''));
  if (
    study === null ||
    study.shape === 'empty' ||
    before === undefined ||
    after === undefined ||
    before.type === 'string' ||
    after.type === 'string'
  )
    return null;
  const [first, last] = [pick(before.values, study.selection.rows), pick(after.values, study.selection.rows)];
  if (first.some((value) => !(value > 0)) || last.some((value) => !(value > 0))) return null;
  const logs = moments(last.map((value, i) => Math.log(value / (first[i] ?? NaN))));
  const factor = conversionFactor(Math.abs(logs.mean), Math.sqrt(logs.variance / logs.n));
  if (factor === null) return null;
  const ratio = Math.exp(logs.mean);
  return unsound(
    `${after.name} is ${say(ratio)} times ${before.name}, within error of the conversion factor ${factor} of a unit, and nothing else changed`,
    { statistic: ratio, threshold: factor, n: study.n },
  );
}

/** For a change the outcome is the value after. */
function rawOutcome(
  claim: Parameters<typeof roleColumn>[0],
  study: ContrastStudy,
  column: (name: string) => { type: string; values?: Float64Array } | undefined,
): Float64Array {
  const after = claim.kind === 'change' ? roleColumn(claim, 'after') : undefined;
  const found = after === undefined ? undefined : column(after);
  return found?.values === undefined ? study.y : pick(found.values, study.selection.rows);
}

function inLevel(values: Float64Array, name: string): Finding | Skipped {
  const split = splitByScale(values);
  if (split === null) return sound(`${name} has one range of values`);
  return inconclusive(
    `${name} falls into two ranges of values, ${split.count} of them ${say(split.ratio)} times the rest, near the conversion factor ${split.factor}: two units in one column`,
    { statistic: split.ratio, threshold: split.factor },
  );
}

function amongRows(study: ContrastStudy, values: Float64Array, alpha: number): Finding | Skipped {
  if (study.binary) return skip('a yes/no outcome has no unit');
  const split = splitByScale(values);
  if (split === null) return sound(`${study.outcome} has one range of values`);
  const converted = values.map((value, i) => (split.upper[i] === 1 ? value / split.factor : value));
  const words = `${split.count} of ${study.n} values of ${study.outcome} are ${say(split.ratio)} times the rest, near the conversion factor ${split.factor} of a unit`;
  const numbers = { statistic: split.ratio, threshold: split.factor, n: study.n };
  if (study.sides === null) return inconclusive(`${words}: two units in one column`, numbers);
  const before = pValue(welchContrast(values, study.x));
  const after = pValue(welchContrast(converted, study.x));
  return before < alpha && after > 0.05
    ? unsound(`${words}; converted to one unit, the difference vanishes (p = ${say(after)})`, numbers)
    : inconclusive(`${words}: two units in one column`, numbers);
}

/** A trend that is one step by a conversion factor. */
function inTime(study: TrendStudy, alpha: number): Finding | Skipped {
  const split = splitByScale(study.y);
  if (split === null) return sound(`${study.outcome} has one range of values`);
  const slope = (y: Float64Array): number => {
    const fit = leastSquares([new Float64Array(study.n).fill(1), study.time], y);
    const { error, df } = serialError(fit, coefficientWeights(fit, 1), false);
    return studentTwoSided((fit.coefficients[1] ?? NaN) / error, df);
  };
  const left = slope(study.y.map((value, i) => (split.upper[i] === 1 ? value / split.factor : value)));
  const changes = split.upper.reduce((total, flag, i) => total + (i > 0 && flag !== split.upper[i - 1] ? 1 : 0), 0);
  const when = split.upper.findIndex((flag, i) => i > 0 && flag !== split.upper[i - 1]);
  const words = `from ${study.timeName} ${say(study.time[when] ?? NaN)} on ${study.outcome} is on another scale (${say(split.ratio)} to 1), near the conversion factor ${split.factor} of a unit`;
  const numbers = { statistic: split.ratio, threshold: split.factor, n: study.n };
  if (changes === 1 && left > alpha)
    return unsound(`${words}; converted to one unit, the trend vanishes (p = ${say(left)})`, numbers);
  return inconclusive(
    `${study.outcome} falls into two ranges of values, near the conversion factor ${split.factor}: two units in one column`,
    numbers,
  );
}
