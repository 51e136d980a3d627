import type { Verdict } from '../claim/verdict';

/** One clause of a contract, judged. */
export interface ClauseReport {
  readonly clause: string;
  readonly verdict: Verdict;
  readonly detail: string;
  /** Rows or values looked at. */
  readonly checked: number;
  readonly violated: number;
}

/** One broken place; row numbers are 1-based. */
export interface Violation {
  readonly clause: string;
  readonly column?: string;
  readonly rowNumber?: number;
  readonly value?: string;
  readonly note: string;
}

/** The result of checking a contract on a table. */
export interface ContractReport {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly clauses: readonly ClauseReport[];
  readonly violations: readonly Violation[];
}
