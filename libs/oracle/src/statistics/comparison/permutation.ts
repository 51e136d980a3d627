import { ascending, pick } from '../sample/rows';
import { moments } from '../sample/moments';
import { coefficientWeights, type LeastSquares, positionOf } from '../regression/least-squares';
import { inverseRow, orthogonalBasis, project } from '../regression/orthogonal-basis';
import { type Random, shuffle } from '../sample/hash-random';

/** Looked up once: in the sandboxes that tests run in, every look-up of a global costs more than the arithmetic. */
const { abs, floor, max, sqrt } = Math;

/** Draws per test: p has a resolution of 1e-4 and, at 0.005, a Monte Carlo error of 7e-4. */
const PERMUTATIONS = 9999;

export interface PermutationTest {
  readonly p: number;
  readonly statistic: number;
  readonly draws: number;
  readonly exact: boolean;
}

/** Ties in the statistic come from equal values summed in another order; they count as "at least as large". */
const TIE = 1e-9;

/**
 * Share of rearrangements at least as extreme. A sampled test counts the observed arrangement itself, so p is never 0.
 * `unit` is the size of the terms summed in the statistic: 1 for a t, the data's own scale for a sum.
 */
class ExtremeCount {
  private hits = 0;
  private total = 0;
  private readonly least: number;

  constructor(
    private readonly observed: number,
    private readonly sign: -1 | 0 | 1,
    unit = 1,
  ) {
    const bar = sign === 0 ? Math.abs(observed) : sign * observed;
    this.least = bar === Infinity ? Infinity : bar - TIE * Math.max(unit, Math.abs(bar));
  }

  add(statistic: number): void {
    this.total++;
    const reach = this.sign === 0 ? abs(statistic) : this.sign * statistic;
    if (reach >= this.least) this.hits++;
  }

  result(exact: boolean): PermutationTest {
    const p = exact ? this.hits / this.total : (this.hits + 1) / (this.total + 1);
    return { p, statistic: this.observed, draws: this.total, exact };
  }
}

/**
 * Permutation test of two groups on Welch's t: exact when there are few arrangements, else seeded draws. Studentised,
 * so it stays valid for unequal variances (Janssen 1997). Row order does not matter.
 */
export function permuteGroups(
  first: Float64Array,
  second: Float64Array,
  sign: -1 | 0 | 1,
  random: Random,
): PermutationTest {
  const pooled = new Float64Array([...first, ...second]).sort();
  const centre = moments(pooled).mean;
  for (let i = 0; i < pooled.length; i++) pooled[i] = (pooled[i] ?? NaN) - centre;
  const small = Math.min(first.length, second.length);
  const flip = second.length <= first.length ? 1 : -1;
  const t = subsetWelch(pooled, small);
  const centred = (values: Float64Array): number[] => Array.from(values, (v) => v - centre);
  const [s, q] = sumsOf(flip === 1 ? centred(second) : centred(first));
  const count = new ExtremeCount(flip * t(s, q), sign);
  if (arrangements(pooled.length, small) <= 20_000) {
    eachSubset(pooled, small, (sum, squares) => count.add(flip * t(sum, squares)));
    return count.result(true);
  }
  for (let draw = 0; draw < PERMUTATIONS; draw++) {
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < small; i++) {
      const j = i + floor(random() * (pooled.length - i));
      const chosen = pooled[j] ?? NaN;
      pooled[j] = pooled[i] ?? NaN;
      pooled[i] = chosen;
      sum += chosen;
      squares += chosen * chosen;
    }
    count.add(flip * t(sum, squares));
  }
  return count.result(false);
}

function sumsOf(values: readonly number[]): [number, number] {
  return [values.reduce((a, b) => a + b, 0), values.reduce((a, b) => a + b * b, 0)];
}

/** Welch's t of a subset (as the second group) against the rest, from the subset's sum and sum of squares. */
function subsetWelch(pooled: Float64Array, size: number): (sum: number, squares: number) => number {
  const rest = pooled.length - size;
  const [total, totalSquares] = sumsOf(Array.from(pooled));
  const floor = 1e-13 * totalSquares;
  return (sum, squares) => {
    const a = max(0, squares - (sum * sum) / size);
    const b = max(0, totalSquares - squares - (total - sum) ** 2 / rest);
    const difference = sum / size - (total - sum) / rest;
    const variance = (a <= floor ? 0 : a / (size - 1) / size) + (b <= floor ? 0 : b / (rest - 1) / rest);
    if (variance === 0)
      return Math.abs(difference) < 1e-12 * Math.sqrt(totalSquares) ? 0 : Math.sign(difference) * Infinity;
    return difference / sqrt(variance);
  };
}

function arrangements(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k && result < 1e9; i++) result = (result * (n - k + i)) / i;
  return result;
}

function eachSubset(values: Float64Array, size: number, visit: (sum: number, squares: number) => void): void {
  const walk = (from: number, left: number, sum: number, squares: number): void => {
    if (left === 0) return visit(sum, squares);
    for (let i = from; i <= values.length - left; i++) {
      const value = values[i] ?? NaN;
      walk(i + 1, left - 1, sum + value, squares + value * value);
    }
  };
  walk(0, size, 0, 0);
}

/** Sign-flip test of paired differences: exact up to 14 pairs. The claim is that the differences centre on zero. */
export function flipSigns(differences: Float64Array, sign: -1 | 0 | 1, random: Random): PermutationTest {
  const values = differences.map(Math.abs).sort();
  const observed = differences.reduce((a, b) => a + b, 0);
  const count = new ExtremeCount(
    observed,
    sign,
    values.reduce((a, b) => a + b, 0),
  );
  if (values.length <= 14) {
    for (let mask = 0; mask < 2 ** values.length; mask++) {
      let total = 0;
      for (let i = 0; i < values.length; i++) total += mask & (1 << i) ? -(values[i] ?? NaN) : (values[i] ?? NaN);
      count.add(total);
    }
    return count.result(true);
  }
  for (let draw = 0; draw < PERMUTATIONS; draw++) {
    let total = 0;
    for (let i = 0; i < values.length; i++) total += random() < 0.5 ? -(values[i] ?? NaN) : (values[i] ?? NaN);
    count.add(total);
  }
  return count.result(false);
}

/** Bootstrap of one mean's t: where does the observed t stand among those of resampled, centred values? (Hall & Martin 1988) */
export function bootstrapMean(y: Float64Array, sign: -1 | 0 | 1, random: Random, draws = 2999): PermutationTest {
  const sorted = y.slice().sort();
  const n = sorted.length;
  const whole = moments(sorted);
  const observed = whole.mean / Math.sqrt(whole.variance / n);
  const tails = { above: 1, below: 1 };
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < n; i++) {
      const value = (sorted[floor(random() * n)] ?? NaN) - whole.mean;
      sum += value;
      squares += value * value;
    }
    const t = sum / n / sqrt((squares - (sum * sum) / n) / (n - 1) / n);
    if (!(t < observed)) tails.above++;
    if (!(t > observed)) tails.below++;
  }
  const smaller = Math.min(tails.above, tails.below);
  const hits = sign === 0 ? 2 * smaller : sign === 1 ? tails.above : tails.below;
  return { p: Math.min(1, hits / (draws + 1)), statistic: observed, draws, exact: false };
}

export interface ResidualPermutation {
  readonly full: LeastSquares;
  /** The fit of the outcome without the tested column. */
  readonly others: LeastSquares;
  readonly index: number;
  /** The t seen. */
  readonly observed: number;
  readonly sign: -1 | 0 | 1;
  readonly random: Random;
  readonly draws: number;
}

/**
 * Freedman-Lane test of one coefficient: residuals of the outcome on the other columns are permuted, everything is
 * refitted, the statistic is the HC3 t.
 */
export function permuteResiduals({
  full,
  others,
  index,
  observed,
  sign,
  random,
  draws,
}: ResidualPermutation): PermutationTest {
  const count = new ExtremeCount(observed, sign);
  const position = positionOf(full, index);
  const row = inverseRow(full.basis.r, position);
  const weights = coefficientWeights(full, index);
  const permuted = others.residuals.slice().sort();
  const order = restoringOrder(others.residuals);
  const outcome = new Float64Array(full.n);
  const shares = new Float64Array(full.basis.q.length);
  for (let draw = 0; draw < draws; draw++) {
    shuffle(permuted, random);
    for (let place = 0; place < order.length; place++) outcome[order[place] ?? -1] = permuted[place] ?? NaN;
    shares.fill(0);
    project(outcome, full.basis.q, shares);
    count.add(robustT(full, row, shares, weights, outcome));
  }
  return count.result(false);
}

/** Permutation test of "the columns explain y": the squared length of y's projection on them. */
export function permuteTarget(
  columns: readonly Float64Array[],
  y: Float64Array,
  random: Random,
  draws: number,
): PermutationTest {
  const n = y.length;
  const basis = orthogonalBasis([new Float64Array(n).fill(1), ...columns], n);
  // Rows stand by ascending y from here on: the draws depend on the set of rows, not on their order in the file.
  const order = ascending(y);
  const columnsInOrder = basis.q.slice(1).map((q) => pick(q, order));
  const values = pick(y, order);
  const explained = (): number => {
    let total = 0;
    for (const q of columnsInOrder) {
      let share = 0;
      for (let i = 0; i < n; i++) share += (q[i] ?? NaN) * (values[i] ?? NaN);
      total += share * share;
    }
    return total;
  };
  const count = new ExtremeCount(explained(), 1, 0);
  for (let draw = 0; draw < draws; draw++) {
    shuffle(values, random);
    count.add(explained());
  }
  return count.result(false);
}

/** Rows by ascending residual: the draws depend on the set of rows, not on their order in the file. */
function restoringOrder(residuals: Float64Array): Int32Array {
  return ascending(residuals);
}

/** The HC3 t of the coefficient with these weights, from the residuals and their shares in the basis. */
function robustT(
  full: LeastSquares,
  row: Float64Array,
  shares: Float64Array,
  weights: Float64Array,
  residuals: Float64Array,
): number {
  let value = 0;
  for (let j = 0; j < row.length; j++) value += (row[j] ?? NaN) * (shares[j] ?? NaN);
  let variance = 0;
  for (let i = 0; i < full.n; i++) {
    const moved = ((weights[i] ?? NaN) * (residuals[i] ?? NaN)) / max(1e-9, 1 - (full.leverage[i] ?? NaN));
    variance += moved * moved;
  }
  return variance === 0 ? 0 : value / Math.sqrt(variance);
}
