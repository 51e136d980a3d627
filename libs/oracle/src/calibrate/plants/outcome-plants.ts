import type { ClaimKind } from '../../claim/claim';
import { pValue } from '../../statistics/distribution/contrast';
import { normalDraw, type Random } from '../../statistics/sample/hash-random';
import { jointTest } from '../../statistics/regression/joint-test';
import { leastSquares } from '../../statistics/regression/least-squares';
import { robustContrast } from '../../statistics/regression/robust-error';
import { meanContrast, welchContrast } from '../../statistics/comparison/welch';
import { claimOf, coins, letters, normals, type Plant, planted } from './planted';

/** How outcomes look in practice. */
const OUTCOME_TYPES = ['continuous', 'binary', 'count', 'heavy-tailed', 'heaped'] as const;
export type OutcomeType = (typeof OUTCOME_TYPES)[number];

interface Outcome {
  readonly mean: number;
  readonly sd: number;
  /** One outcome whose mean is that many standard deviations above `mean`. */
  readonly draw: (random: Random, lift: number) => number;
}

const OUTCOMES: Readonly<Record<OutcomeType, Outcome>> = {
  continuous: { mean: 0, sd: 1, draw: (random, lift) => lift + normalDraw(random) },
  binary: {
    mean: 0.3,
    sd: Math.sqrt(0.21),
    draw: (random, lift) => (random() < 0.3 + Math.sqrt(0.21) * lift ? 1 : 0),
  },
  count: {
    mean: 3,
    sd: Math.sqrt(3),
    draw: (random, lift) => poisson(Math.max(0.01, 3 + Math.sqrt(3) * lift), random),
  },
  // Student's t with three degrees of freedom: four moments do not exist.
  'heavy-tailed': { mean: 0, sd: Math.sqrt(3), draw: (random, lift) => Math.sqrt(3) * lift + studentThree(random) },
  // Answers of people: multiples of five, with few values in between.
  heaped: { mean: 50, sd: 10, draw: (random, lift) => 5 * Math.round(10 + 2 * (lift + normalDraw(random))) },
};

function poisson(mean: number, random: Random): number {
  const end = Math.exp(-mean);
  let [count, product] = [0, random()];
  for (; product > end; count++) product *= random();
  return count;
}

function studentThree(random: Random): number {
  const squares = normalDraw(random) ** 2 + normalDraw(random) ** 2 + normalDraw(random) ** 2;
  return normalDraw(random) / Math.sqrt(squares / 3);
}

/** A plant of a kind with an outcome of a type, and as many predictors or columns held fixed as said. */
export interface OutcomePlant {
  readonly kind: ClaimKind;
  readonly name: string;
  readonly plant: Plant;
}

function outcomes(type: OutcomeType, n: number, lift: (i: number) => number, random: Random): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => OUTCOMES[type].draw(random, lift(i)));
}

function grouped(kind: 'comparison' | 'experiment', type: OutcomeType): Plant {
  return (n, shift, random) => {
    const lift = (2 * shift) / Math.sqrt(n);
    const x = coins(n, random);
    const value = outcomes(type, n, (i) => lift * (x[i] ?? 0), random);
    const roles = kind === 'comparison' ? { group: 'group', value: 'value' } : { variant: 'group', metric: 'value' };
    const declared = kind === 'comparison' ? {} : { intended_split: [0.5, 0.5] };
    const truth = type === 'binary' && 0.3 + Math.sqrt(0.21) * lift > 1 ? null : lift * OUTCOMES[type].sd;
    return planted(
      { group: letters(x), value },
      claimOf(kind, roles, declared),
      truth,
      pValue(welchContrast(value, x)),
    );
  };
}

function level(type: OutcomeType): Plant {
  return (n, shift, random) => {
    const { mean, sd } = OUTCOMES[type];
    const lift = shift / Math.sqrt(n);
    const value = outcomes(type, n, () => lift, random);
    const claim = claimOf('level', { value: 'value', threshold: mean });
    return planted({ value }, claim, mean + lift * sd, pValue(meanContrast(value.map((each) => each - mean))));
  };
}

/** A slope, with so many columns of noise held fixed. */
function linked(kind: 'association' | 'effect', type: OutcomeType, held: number): Plant {
  return (n, shift, random) => {
    const lift = shift / Math.sqrt(n);
    const x = normals(n, random);
    const others = Array.from({ length: held }, () => normals(n, random));
    const y = outcomes(type, n, (i) => lift * (x[i] ?? 0), random);
    const columns = Object.fromEntries(others.map((column, w) => [`w${w + 1}`, column]));
    const declared =
      held === 0
        ? kind === 'effect'
          ? { design: 'randomised' }
          : {}
        : { design: 'observational', pre_treatment: Object.keys(columns) };
    const fit = leastSquares([new Float64Array(n).fill(1), ...others, x], y);
    return planted(
      { x, y, ...columns },
      claimOf(kind, { x: 'x', y: 'y' }, declared),
      null,
      pValue(robustContrast(fit, held + 1)),
    );
  };
}

function predicted(type: OutcomeType, count: number): Plant {
  return (n, shift, random) => {
    const lift = shift / Math.sqrt(n);
    const features = Array.from({ length: count }, () => normals(n, random));
    const y = outcomes(type, n, (i) => lift * (features[0]?.[i] ?? 0), random);
    const columns = Object.fromEntries(features.map((column, f) => [`f${f + 1}`, column]));
    const fit = leastSquares([new Float64Array(n).fill(1), ...features], y);
    const claim = claimOf('prediction', { target: 'y', features: Object.keys(columns) });
    return planted({ ...columns, y }, claim, null, n > count + 4 ? jointTest(fit, y, null).p : 1);
  };
}

const BUT_CONTINUOUS = OUTCOME_TYPES.filter((type) => type !== 'continuous');

/** Plain designs of other outcomes than the normal ones: kind × outcome × number of predictors. */
export const OUTCOME_PLANTS: readonly OutcomePlant[] = [
  ...BUT_CONTINUOUS.flatMap((type): OutcomePlant[] => [
    { kind: 'level', name: type, plant: level(type) },
    { kind: 'association', name: type, plant: linked('association', type, 0) },
    { kind: 'effect', name: type, plant: linked('effect', type, 0) },
    { kind: 'comparison', name: type, plant: grouped('comparison', type) },
    { kind: 'experiment', name: type, plant: grouped('experiment', type) },
  ]),
  ...OUTCOME_TYPES.flatMap((type): OutcomePlant[] => [
    { kind: 'effect', name: `${type}, 4 columns held fixed`, plant: linked('effect', type, 4) },
    ...[1, 4, 8].map((count): OutcomePlant => ({
      kind: 'prediction',
      name: `${type}, ${count} predictor${count === 1 ? '' : 's'}`,
      plant: predicted(type, count),
    })),
  ]),
];
