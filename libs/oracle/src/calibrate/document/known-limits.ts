import { type Bar, isWithinChance } from './bars';
import type { ErrorRates } from '../calibrate';

interface KnownLimit {
  readonly bar: Bar;
  readonly applies: (row: ErrorRates) => boolean;
  readonly why: string;
}

/** Rows of fewer draws have not been measured to the end. */
const FULL_DRAWS = 2000;

/** Bars that are known to be out of honest reach, and why. */
const KNOWN_LIMITS: readonly KnownLimit[] = [
  {
    bar: 'coverage',
    applies: ({ design, n }) => design.startsWith('autocorrelation') && n < 100,
    why: '30 points do not determine the autocorrelation: an error of 0.2 in it changes the width by a quarter. The test is conservative instead, so no verdict depends on this interval',
  },
  {
    bar: 'coverage',
    applies: ({ design }) => design === '20 looks',
    why: 'the interval holds at all 20 looks at once (repeated confidence interval), so at any single look it holds more often',
  },
  {
    bar: 'coverage',
    applies: ({ design, n }) => design.startsWith('ICC') && n < 100,
    why: '8 units: the few degrees of freedom that the test needs (Satterthwaite) make the interval slightly wide',
  },
  {
    bar: 'coverage',
    applies: ({ design }) => design.startsWith('skewed') || design.startsWith('90% zeros'),
    why: "Welch's interval is symmetric, and a small group of skewed values often misses its own tail. Verdicts do not depend on it: they need the permutation or skewness-corrected test as well",
  },
  {
    bar: 'coverage',
    applies: ({ kind, design }) => kind === 'level' && design === 'binary',
    why: 'a share takes few different values in few rows: the interval goes to the next one, on the safe side',
  },
  {
    bar: 'power',
    applies: ({ design }) => design.includes('heavy-tailed'),
    why: 'with heavy tails the permutation and skewness-corrected tests must agree with the standard one, which alone is not to be trusted',
  },
  {
    bar: 'false sound',
    applies: ({ design, n }) => design.startsWith('autocorrelation') && n < 30,
    why: 'ten points cannot show how strongly a series depends on its past: claim no trend from so few',
  },
  {
    bar: 'coverage',
    applies: ({ n }) => n < 30,
    why: 'ten rows: the interval allows for what so few rows cannot exclude',
  },
  {
    bar: 'power',
    applies: ({ kind }) => kind === 'prediction',
    why: 'the permutation test must pass as well as the standard one, which is liberal with several predictors',
  },
  {
    bar: 'power',
    applies: ({ design }) => design.includes('held fixed'),
    why: 'the result must also stand when the columns act by curves, which costs degrees of freedom',
  },
  {
    bar: 'power',
    applies: ({ kind, design }) => kind === 'effect' && design === 'binary',
    why: 'the skewness-corrected test must pass as well as the standard one',
  },
  {
    bar: 'coverage',
    applies: (row) => row.nulls.draws < FULL_DRAWS && isWithinChance(row),
    why: 'fewer than 2,000 data sets were drawn: a distance this small from the target is within chance',
  },
];

/** Why a row misses a bar; says so when nobody knows yet. */
export function reasonFor(row: ErrorRates, bar: Bar): string {
  return KNOWN_LIMITS.find((limit) => limit.bar === bar && limit.applies(row))?.why ?? 'not explained yet';
}
