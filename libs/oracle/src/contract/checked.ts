import type { ClauseReport, Violation } from './contract-report';

/** A clause checked on every row, and where it is violated. */
export interface Checked {
  readonly report: ClauseReport;
  readonly violations: readonly Violation[];
}
