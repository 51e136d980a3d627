import { numbers } from '../statistics/sample/rows';
import { seasonalColumns, seasonP, waves } from '../statistics/time-series/seasonality';
import type { TrendStudy } from '../study/study';

/** Seasons of the calendar in days, and of numbered points. A season that came round less than three times is known by its name only. */
const CALENDAR = [7, 365.25 / 12, 365.25];
const NUMBERED = [4, 7, 12, 24, 52];
const MAX_ROUNDS = 3;
const POINTS_PER_SEASON = 4;
/** From when on a season of the calendar counts as one. */
export interface NamedSeason {
  readonly rounds: number;
  readonly level: number;
}

/** Columns of the seasons that a series follows: those it shows by itself, and those that the calendar names. */
export function seasonsOf(study: TrendStudy, fixed: readonly Float64Array[], named: NamedSeason): Float64Array[] {
  return [...seasonalColumns(fixed, study.y), ...namedSeasons(study, fixed, named)];
}

/** Seasons of the calendar that came round less than three times, and that the series follows. */
export function namedSeasons(
  study: TrendStudy,
  fixed: readonly Float64Array[],
  { rounds: least, level }: NamedSeason,
): Float64Array[] {
  const step = medianStep(study.time);
  const periods = study.isDated ? CALENDAR.map((days) => days / step) : NUMBERED;
  return periods
    .filter((period) => {
      const rounds = study.n / period;
      return period >= POINTS_PER_SEASON && rounds >= least && rounds < MAX_ROUNDS;
    })
    .map((period) => waves(study.n, period))
    .filter((columns) => seasonP(fixed, columns, study.y) < level)
    .flat();
}

function medianStep(time: Float64Array): number {
  const steps = numbers(time.length - 1, (i) => (time[i + 1] ?? NaN) - (time[i] ?? NaN)).sort();
  return steps[Math.floor(steps.length / 2)] ?? 1;
}
