import { seededRandom } from '../statistics/sample/hash-random';
import { attest } from '../attest/attest';
import { ALPHA } from '../verdict/policy';
import type { Plant } from './plants/planted';

/** What repeated draws of one design gave. */
export interface Measured {
  readonly draws: number;
  readonly sound: number;
  readonly unsound: number;
  /** Draws in which the honest standard test passes α; null where the design has none. */
  readonly standard: number | null;
  /** 95% intervals given, and those that hold the truth. */
  readonly intervals: number;
  readonly covered: number;
  /** `covered / intervals`; null where there is none. */
  readonly coverage: number | null;
  /** Gates that threw; anything but 0 is a defect. */
  readonly failures: number;
}

/** Judges `draws` data sets of one design; repeatable by its seed. */
export function measure(plant: Plant, n: number, shift: number, draws: number, seed: string): Measured {
  const random = seededRandom(seed);
  const counts = { sound: 0, unsound: 0, standard: 0, covered: 0, intervals: 0, failures: 0, tested: 0 };
  for (let draw = 0; draw < draws; draw++) {
    const { table, claim, truth, standardP } = plant(n, shift, random);
    const found = attest({ table, claim, alpha: ALPHA });
    if (found.verdict === 'sound') counts.sound++;
    if (found.verdict === 'unsound') counts.unsound++;
    counts.failures += found.gates.filter((gate) => gate.detail.startsWith('the gate failed')).length;
    if (standardP !== null) {
      counts.tested++;
      if (standardP <= ALPHA) counts.standard++;
    }
    const bounds = found.estimate?.interval ?? null;
    if (truth !== null && bounds !== null) {
      counts.intervals++;
      if (bounds.low <= truth && truth <= bounds.high) counts.covered++;
    }
  }
  const { sound, unsound, failures, intervals, covered } = counts;
  return {
    draws,
    sound,
    unsound,
    failures,
    standard: counts.tested > 0 ? counts.standard : null,
    intervals,
    covered,
    coverage: shareOf(covered, intervals),
  };
}

/** What several runs of the same design gave together. */
export function together(parts: readonly Measured[]): Measured {
  const total = (count: (part: Measured) => number): number => parts.reduce((sum, part) => sum + count(part), 0);
  const [intervals, covered] = [total((part) => part.intervals), total((part) => part.covered)];
  return {
    draws: total((part) => part.draws),
    sound: total((part) => part.sound),
    unsound: total((part) => part.unsound),
    failures: total((part) => part.failures),
    standard: parts.every((part) => part.standard === null) ? null : total((part) => part.standard ?? 0),
    intervals,
    covered,
    coverage: shareOf(covered, intervals),
  };
}

function shareOf(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
