import { seededRandom } from '../statistics/hash-random';
import { attest } from '../verdict/attest';
import { ALPHA } from '../verdict/policy';
import type { Plant } from './planted';

/** What repeated draws of one design gave. */
export interface Measured {
  readonly draws: number;
  readonly sound: number;
  readonly unsound: number;
  /** Draws in which the honest standard test passes α; null where the design has none. */
  readonly standard: number | null;
  /** Share of 95% intervals that hold the truth; null where there is none. */
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
  return {
    draws, sound: counts.sound, unsound: counts.unsound, failures: counts.failures,
    standard: counts.tested > 0 ? counts.standard : null,
    coverage: counts.intervals > 0 ? counts.covered / counts.intervals : null,
  };
}
