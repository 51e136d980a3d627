import type { ClaimKind } from '../../claim/claim';
import { pValue } from '../../statistics/distribution/contrast';
import { leastSquares } from '../../statistics/regression/least-squares';
import { normalTail } from '../../statistics/distribution/distributions';
import { jointTest } from '../../statistics/regression/joint-test';
import { robustContrast } from '../../statistics/regression/robust-error';
import { logRank, riskSets } from '../../statistics/comparison/survival-comparison';
import { meanContrast, welchContrast } from '../../statistics/comparison/welch';
import { claimOf, coins, counting, letters, normals, type Plant, planted } from './planted';

function add(base: Float64Array, by: (i: number) => number): Float64Array {
  return base.map((value, i) => value + by(i));
}

function slopeP(x: Float64Array, y: Float64Array, others: readonly Float64Array[] = []): number {
  return pValue(robustContrast(leastSquares([new Float64Array(y.length).fill(1), ...others, x], y), others.length + 1));
}

const level: Plant = (n, shift, random) => {
  const truth = shift / Math.sqrt(n);
  const value = add(normals(n, random), () => truth);
  return planted({ value }, claimOf('level', { value: 'value', threshold: 0 }), truth, pValue(meanContrast(value)));
};

const association: Plant = (n, shift, random) => {
  const truth = shift / Math.sqrt(n);
  const x = normals(n, random);
  const y = add(normals(n, random), (i) => truth * (x[i] ?? NaN));
  return planted({ x, y }, claimOf('association', { x: 'x', y: 'y' }), truth, slopeP(x, y));
};

const effect: Plant = (n, shift, random) => {
  const drawn = association(n, shift, random);
  return { ...drawn, claim: claimOf('effect', { x: 'x', y: 'y' }, { design: 'randomised' }) };
};

const twoGroups = (
  n: number,
  shift: number,
  random: Parameters<Plant>[2],
): { x: Float64Array; y: Float64Array; truth: number; p: number } => {
  const truth = (2 * shift) / Math.sqrt(n);
  const x = coins(n, random);
  const y = add(normals(n, random), (i) => truth * (x[i] ?? NaN));
  return { x, y, truth, p: pValue(welchContrast(y, x)) };
};

const comparison: Plant = (n, shift, random) => {
  const { x, y, truth, p } = twoGroups(n, shift, random);
  return planted({ group: letters(x), value: y }, claimOf('comparison', { group: 'group', value: 'value' }), truth, p);
};

const experiment: Plant = (n, shift, random) => {
  const { x, y, truth, p } = twoGroups(n, shift, random);
  const claim = claimOf(
    'experiment',
    { variant: 'variant', metric: 'metric' },
    { intended_split: [0.5, 0.5], unit: 'user' },
  );
  return planted({ user: counting(n), variant: letters(x), metric: y }, claim, truth, p);
};

const change: Plant = (n, shift, random) => {
  const truth = (2 * shift * Math.sqrt(0.75)) / Math.sqrt(n);
  const x = coins(n, random);
  const before = normals(n, random);
  const noise = normals(n, random);
  const after = Float64Array.from(
    before,
    (value, i) => 0.5 * value + Math.sqrt(0.75) * (noise[i] ?? NaN) + truth * (x[i] ?? NaN),
  );
  const claim = claimOf('change', { before: 'before', after: 'after', group: 'treated' }, { assignment: 'randomised' });
  return planted({ before, after, treated: x }, claim, truth, slopeP(x, after, [before]));
};

const trend: Plant = (n, shift, random) => {
  const truth = (shift * Math.sqrt(12)) / n ** 1.5;
  const time = counting(n);
  const value = add(normals(n, random), (i) => truth * i);
  const plain = leastSquares([new Float64Array(n).fill(1), time], value);
  return planted(
    { time, value },
    claimOf('trend', { time: 'time', value: 'value' }),
    truth,
    pValue(robustContrast(plain, 1)),
  );
};

const proportion: Plant = (n, shift, random) => {
  const base = 0.3;
  const truth = (2 * shift * Math.sqrt(base * (1 - base))) / Math.sqrt(n);
  const x = coins(n, random);
  const y = Float64Array.from(x, (side) => (random() < Math.min(1, base + truth * side) ? 1 : 0));
  const claim = claimOf('proportion', { group: 'group', outcome: 'yes' });
  return planted({ group: letters(x), yes: y }, claim, base + truth > 1 ? null : truth, pValue(welchContrast(y, x)));
};

const prediction: Plant = (n, shift, random) => {
  const slope = shift / Math.sqrt(n);
  const [a, b, c] = [normals(n, random), normals(n, random), normals(n, random)];
  const y = add(normals(n, random), (i) => slope * (a[i] ?? NaN));
  const columns = [a, b, c];
  const fit = leastSquares([new Float64Array(n).fill(1), ...columns], y);
  return planted(
    { a, b, c, y },
    claimOf('prediction', { target: 'y', features: ['a', 'b', 'c'] }),
    null,
    jointTest(fit, y, null).p,
  );
};

const classification: Plant = (n, shift, random) => {
  const skill = shift / Math.sqrt(n);
  const truth = coins(n, random);
  const said = Float64Array.from(truth, (actual) => (random() < 0.5 + (skill / 2) * (actual === 1 ? 1 : -1) ? 1 : 0));
  const test = welchContrast(said, truth);
  return planted(
    { truth, said },
    claimOf('classification', { y_true: 'truth', y_pred: 'said' }),
    skill > 1 ? null : (1 + skill) / 2,
    pValue(test, 1),
  );
};

const survival: Plant = (n, shift, random) => {
  const x = coins(n, random);
  // About 78% of subjects have an event before censoring; the log hazard ratio has a variance of 4 / events.
  const truth = (2 * shift) / Math.sqrt(0.78 * n);
  const spells = Array.from(x, (side) => {
    const time = -Math.log(1 - random()) / Math.exp(truth * side);
    const censor = 3 * random() + 0.3;
    return { time: Math.min(time, censor), event: time <= censor ? 1 : 0, side };
  });
  const sets = riskSets(
    spells.map(({ time, event, side }) => ({ entry: 0, exit: time, event: event === 1, exposed: side === 1 })),
  );
  const columns = { months: spells.map((s) => s.time), died: spells.map((s) => s.event), treated: Array.from(x) };
  return planted(
    columns,
    claimOf('survival', { time: 'months', event: 'died', group: 'treated' }),
    truth,
    2 * normalTail(Math.abs(logRank(sets).z)),
  );
};

/** At shift 0 the difference is exactly the margin; a shift moves it inside by that many standard errors. */
const bounded =
  (kind: 'equivalence' | 'noninferiority'): Plant =>
  (n, shift, random) => {
    const margin = 10 / Math.sqrt(n);
    const truth = -margin + (2 * shift) / Math.sqrt(n);
    const x = coins(n, random);
    const y = add(normals(n, random), (i) => truth * (x[i] ?? NaN));
    const contrast = welchContrast(y, x);
    const inside = pValue({ ...contrast, value: contrast.value + margin }, 1);
    const other = kind === 'equivalence' ? pValue({ ...contrast, value: contrast.value - margin }, -1) : 0;
    return planted(
      { group: letters(x), value: y },
      claimOf(
        kind,
        { group: 'group', value: 'value' },
        kind === 'equivalence' ? { margin } : { margin, better: 'higher' },
      ),
      truth,
      Math.max(inside, other),
    );
  };

/** One plain design per kind that makes an estimate: normal errors, nothing hidden. */
export const PLAIN_PLANTS: Readonly<Record<Exclude<ClaimKind, 'table'>, Plant>> = {
  level,
  association,
  effect,
  comparison,
  experiment,
  change,
  trend,
  proportion,
  prediction,
  classification,
  survival,
  equivalence: bounded('equivalence'),
  noninferiority: bounded('noninferiority'),
};
