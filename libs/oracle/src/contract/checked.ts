import type { ClauseReport, Violation } from './contract-report';

/** A clause held against every row, and where it is broken. */
export interface Checked {
  readonly report: ClauseReport;
  readonly violations: readonly Violation[];
}
