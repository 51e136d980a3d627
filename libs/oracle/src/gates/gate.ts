import type { ClaimKind } from '../claim/claim';
import type { GateReport } from '../verdict/attestation';
import type { Inquiry } from '../verdict/inquiry';

/** A gate's answer before it has its name. Numbers left out become null. */
export interface Finding {
  readonly verdict: GateReport['verdict'];
  readonly detail: string;
  readonly statistic?: number;
  readonly threshold?: number;
  readonly n?: number;
  readonly seed?: string;
  readonly power?: number;
}

/** The gate does not apply, and why in words. */
export interface Skipped {
  readonly skip: string;
}

/** One check of a claim. `unsound` only for a defect positively found; a bar not reached is `inconclusive`. */
export interface Gate {
  readonly name: string;
  readonly kinds: readonly ClaimKind[] | 'all';
  /** The defect it looks for, in one sentence. */
  readonly looksFor: string;
  readonly statistic: string;
  readonly threshold: string;
  /** Where the method or the threshold comes from. */
  readonly source: string;
  examine(inquiry: Inquiry): Finding | Skipped;
}

export function sound(detail: string, numbers: Omit<Finding, 'verdict' | 'detail'> = {}): Finding {
  return { verdict: 'sound', detail, ...numbers };
}

export function unsound(detail: string, numbers: Omit<Finding, 'verdict' | 'detail'> = {}): Finding {
  return { verdict: 'unsound', detail, ...numbers };
}

export function inconclusive(detail: string, numbers: Omit<Finding, 'verdict' | 'detail'> = {}): Finding {
  return { verdict: 'inconclusive', detail, ...numbers };
}

/** The first finding that is not sound, else the last answer: of several tests that a claim has to pass. */
export function worstOf(answers: readonly (Finding | Skipped)[]): Finding | Skipped {
  return (
    answers.find((answer) => 'verdict' in answer && answer.verdict !== 'sound') ??
    answers.findLast((answer) => 'verdict' in answer) ??
    answers.at(-1) ??
    skip('there is nothing to test')
  );
}

export function skip(reason: string): Skipped {
  return { skip: reason };
}
