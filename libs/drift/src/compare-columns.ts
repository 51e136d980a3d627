import { contingencyTest } from './contingency-test';
import { jensenShannon } from './jensen-shannon';
import { kolmogorovSmirnov } from './kolmogorov-smirnov';
import { asCategories, type Sample, sizeOf } from './sample';
import { wasserstein } from './wasserstein';

export type DriftVerdict = 'drift' | 'stable' | 'inconclusive';
export type DriftTest = 'kolmogorov_smirnov' | 'chi_squared' | 'wasserstein' | 'jensen_shannon';

/** What was found of one column. */
export interface ColumnDrift {
  readonly verdict: DriftVerdict;
  /** Null when there were too few rows to compare. */
  readonly test: DriftTest | null;
  /** The p-value of a test, or the distance: of Wasserstein in standard deviations of the reference. */
  readonly statistic: number | null;
  readonly threshold: number | null;
  readonly reference: Rows;
  readonly current: Rows;
  /** Why, in one sentence. */
  readonly reason: string;
}

/** Rows with a value, and without one. */
export interface Rows {
  readonly n: number;
  readonly nulls: number;
}

/** With more rows of reference a p-value finds every trifle, and the size of the change is asked instead. */
const MAX_TESTED_REFERENCE = 1_000;
/** With fewer rows in either sample nothing is said. */
const MIN_ROWS = 30;
const MAX_P = 0.05;
const MIN_DISTANCE = 0.1;
const MIN_NULL_SHARE_CHANGE = 0.1;

/** Compares today's values of a column with those of the day of reference. */
export function compareColumns(reference: Sample, current: Sample): ColumnDrift {
  const counts = {
    reference: { n: sizeOf(reference), nulls: reference.nulls },
    current: { n: sizeOf(current), nulls: current.nulls },
  };
  const nulls = nullsMoved(counts.reference, counts.current);
  const found = nulls ?? compareValues(reference, current, counts);
  return { ...found, ...counts };
}

type Finding = Pick<ColumnDrift, 'verdict' | 'test' | 'statistic' | 'threshold' | 'reason'>;

function compareValues(reference: Sample, current: Sample, rows: { reference: Rows; current: Rows }): Finding {
  if (Math.min(rows.reference.n, rows.current.n) < MIN_ROWS) {
    const reason = `It needs ${MIN_ROWS} rows with a value in each sample; there are ${rows.reference.n} and ${rows.current.n}.`;
    return { verdict: 'inconclusive', test: null, statistic: null, threshold: null, reason };
  }
  const categories = asCategories(reference, current);
  const tested = rows.reference.n <= MAX_TESTED_REFERENCE;
  if (categories !== null) {
    return tested
      ? testFinding('chi_squared', contingencyTest(...categories).p)
      : distanceFinding('jensen_shannon', jensenShannon(...categories), contingencyTest(...categories).p < MAX_P);
  }
  const [before, now] = [ascending(reference), ascending(current)];
  if (tested) return testFinding('kolmogorov_smirnov', kolmogorovSmirnov(before, now).p);
  const { distance, chance } = wasserstein(before, now);
  return distanceFinding('wasserstein', distance, distance > chance);
}

function testFinding(test: DriftTest, p: number): Finding {
  const drifted = p < MAX_P;
  return {
    verdict: drifted ? 'drift' : 'stable',
    test,
    statistic: p,
    threshold: MAX_P,
    reason: drifted
      ? `A difference as large as this arises by chance with p = ${p.toPrecision(2)}, below ${MAX_P}.`
      : `Differences as large as this arise by chance with p = ${p.toPrecision(2)}.`,
  };
}

function distanceFinding(test: DriftTest, distance: number, beyondChance: boolean): Finding {
  const verdict = distance < MIN_DISTANCE ? 'stable' : beyondChance ? 'drift' : 'inconclusive';
  const found = `The distance is ${distance.toPrecision(2)},`;
  const reason = {
    stable: `${found} below ${MIN_DISTANCE}.`,
    drift: `${found} at least ${MIN_DISTANCE} and more than chance gives.`,
    inconclusive: `${found} but chance alone may move so few rows as far.`,
  }[verdict];
  return { verdict, test, statistic: distance, threshold: MIN_DISTANCE, reason };
}

/** Missing values that come or go are a drift of their own, whatever the rest looks like. */
function nullsMoved(reference: Rows, current: Rows): Finding | null {
  const [n, m] = [reference.n + reference.nulls, current.n + current.nulls];
  if (Math.min(n, m) < MIN_ROWS) return null;
  const [before, now] = [reference.nulls / n, current.nulls / m];
  const { p } = contingencyTest(presence(reference), presence(current));
  if (Math.abs(now - before) < MIN_NULL_SHARE_CHANGE || p >= MAX_P) return null;
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  return {
    verdict: 'drift',
    test: 'chi_squared',
    statistic: p,
    threshold: MAX_P,
    reason: `${percent(now)} of the values are missing; in the reference ${percent(before)} were.`,
  };
}

function presence({ n, nulls }: Rows): ReadonlyMap<string, number> {
  return new Map([
    ['value', n],
    ['null', nulls],
  ]);
}

function ascending(sample: Sample): Float64Array {
  if (sample.kind !== 'numeric') throw new TypeError('a numeric sample was expected');
  return sample.values.toSorted();
}
