import type { RunVariation } from '@svc/runner';

const DAY_S = 86_400;

/** Circumstances in which the second run differs from the first, with the name of each for when the rows depend on it. */
export const CIRCUMSTANCES: readonly { readonly name: string; readonly variation: RunVariation }[] = [
  // Months and an odd time of day: another year, month, weekday, hour and minute.
  { name: 'the clock', variation: { clockOffsetSeconds: 401 * DAY_S + 7 * 3600 + 13 * 60 + 29 } },
  { name: 'the time zone', variation: { timeZone: '<+0545>-5:45' } },
  { name: 'the order of a set or the hash of a text', variation: { hashSeed: 20_011 } },
  { name: 'the number of threads', variation: { threads: 1 } },
];

/** The second run of the reproducibility gate: every circumstance differs from the first. */
export const SECOND_RUN: RunVariation = CIRCUMSTANCES.reduce<RunVariation>(
  (all, { variation }) => ({ ...all, ...variation }),
  {},
);

/** What a run prints before any of the author's code where its clock could not be shifted (python/svc_host). */
const SAME_CLOCK = 'svc: this run has the same clock as the others';

/** What two equal runs do not prove, given the second one's output: a sentence for the attestation, or nothing. */
export function unseenOf(stderr: string): string {
  if (!stderr.startsWith(SAME_CLOCK)) return '';
  return ' Both had the same clock, because this machine cannot shift it for a run: a result that depends on the date would not show.';
}
