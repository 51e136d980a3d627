import type { ClaimKind } from '../claim/claim';
import type { Verdict } from '../claim/verdict';
import type { Balance, Flow } from '../participants/flow';
import type { Estimate } from '../evidence/evidence';

/** What one gate found. Numbers are null where the gate has none. */
export interface GateReport {
  readonly name: string;
  readonly verdict: Verdict;
  readonly statistic: number | null;
  readonly threshold: number | null;
  readonly n: number | null;
  readonly seed: string | null;
  readonly detail: string;
  /** Probability of finding an effect of 0.2 outcome standard deviations with these rows at this level. */
  readonly power?: number;
}

/** How far a verdict is from another one: a name, a number, and words for people. */
export interface Sensitivity {
  readonly name: 'robustness-value' | 'e-value' | 'missing-bounds' | 'smallest-effect';
  readonly value: number | null;
  readonly detail: string;
}

/** The oracle's full report on a claim; plain JSON, the same digits for the same input. */
export interface Attestation {
  readonly question: string;
  readonly kind: ClaimKind;
  readonly verdict: Verdict;
  readonly reason: string;
  /** What was tested, in generated words: estimand, direction, what was held fixed, whose rows. Null where nothing was. */
  readonly tested: string | null;
  /** Words of the question that the test does not stand for. */
  readonly cautions: readonly string[];
  readonly estimate: Estimate | null;
  readonly adjusted_for: readonly string[];
  readonly gates: readonly GateReport[];
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  /** How many rows took part, and where the others went; null where no rows were chosen. */
  readonly flow: Flow | null;
  /** How alike the compared sides are in the other columns, before and after adjustment. */
  readonly balance: readonly Balance[];
  /** Beside a sound verdict: what would undo it, and the smallest effect that could have been found. */
  readonly sensitivity: readonly Sensitivity[];
  readonly oracle: {
    readonly version: string;
    readonly policy: string;
    readonly alpha: number;
    readonly attempts: number;
    /** The row of the published error-rate table that applies, or null when the kind makes no estimate. */
    readonly error_rates: string | null;
  };
}
