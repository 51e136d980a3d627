import { binomialAtLeast, normalQuantile } from '../../statistics/distribution/distributions';
import { ALPHA } from '../../verdict/policy';
import type { ErrorRates } from '../calibrate';

/** What a row must hold. */
export type Bar = 'false sound' | 'false unsound' | 'power' | 'coverage';

/** A count that a rate of α exceeds by chance in fewer than one of a hundred calibrations is too many. */
const CHANCE = 0.01;
const MAX_UNSOUND = 0.01;
/** Power is asked for from so many rows on, against the honest standard test. */
const POWER_FROM = 100;
const MIN_POWER = 0.9;
const COVERAGE = { low: 0.94, high: 0.96 };

/** The largest number of false "sound" among so many draws that a rate of α makes by chance: 18 of 2,000. */
export function mostFalseSound(draws: number): number {
  let most = Math.floor(ALPHA * draws);
  while (binomialAtLeast(most + 1, draws, ALPHA) > CHANCE) most++;
  return most;
}

/** The bars that a row misses. */
export function missedBars({ n, nulls, effects }: ErrorRates): Bar[] {
  const planted = effects.map(({ measured }) => measured);
  const [unsound, draws] = [
    planted.reduce((total, part) => total + part.unsound, 0),
    planted.reduce((total, part) => total + part.draws, 0),
  ];
  const coverage = coverageOf({ nulls, effects });
  const missed: Bar[] = [];
  if (nulls.sound > mostFalseSound(nulls.draws)) missed.push('false sound');
  if (unsound > MAX_UNSOUND * draws) missed.push('false unsound');
  if (n >= POWER_FROM && planted.some(({ sound, standard }) => standard !== null && sound < MIN_POWER * standard))
    missed.push('power');
  if (coverage !== null && (coverage < COVERAGE.low || coverage > COVERAGE.high)) missed.push('coverage');
  return missed;
}

/** Share of all the row's intervals that hold the truth. */
export function coverageOf(row: Pick<ErrorRates, 'nulls' | 'effects'>): number | null {
  const { intervals, covered } = intervalsOf(row);
  return intervals === 0 ? null : covered / intervals;
}

/** Whether a coverage as far as this from 95% comes about by chance in one of a hundred rows that have it. */
export function isWithinChance(row: Pick<ErrorRates, 'nulls' | 'effects'>): boolean {
  const { intervals, covered } = intervalsOf(row);
  return Math.abs(covered - 0.95 * intervals) < normalQuantile(CHANCE / 2) * Math.sqrt(0.95 * 0.05 * intervals);
}

function intervalsOf({ nulls, effects }: Pick<ErrorRates, 'nulls' | 'effects'>): {
  readonly intervals: number;
  readonly covered: number;
} {
  const all = [nulls, ...effects.map(({ measured }) => measured)];
  return {
    intervals: all.reduce((total, part) => total + part.intervals, 0),
    covered: all.reduce((total, part) => total + part.covered, 0),
  };
}
