import type { Direction } from '../claim/direction';
import type { Contrast, Interval } from '../statistics/distribution/contrast';

/** One certified number. */
export interface Estimate {
  readonly value: number;
  readonly label: string;
  readonly unit: string | null;
  readonly interval: Interval | null;
  readonly n: number;
}

/** What the primary test of a claim found. */
export interface Evidence {
  /** p of the claim: one-sided when it has a direction, else two-sided. */
  readonly p: number;
  readonly statistic: number;
  readonly estimate: Estimate | null;
  readonly direction: Direction;
  /** The coefficient behind it, where there is one; other gates compare against it. */
  readonly contrast: Contrast | null;
  /** How the error was made, in words. */
  readonly method: string;
  /** Condition number of the design; 1 for closed forms. */
  readonly condition: number;
}

/** The evidence, or the words that say why the test could not be made. */
export type Examined = Evidence | { readonly impossible: string };
