import type { ClauseReport } from '../contract-report';

/** A clause whose verdict rests on two counts over the relation. */
export interface CountedClause {
  readonly name: string;
  readonly note: string;
  readonly mostly?: number;
  /** Aggregate: rows or values looked at. */
  readonly checked: string;
  /** Aggregate: those that break it. */
  readonly violated: string;
  /** Aggregate that is true where the clause cannot be evaluated after all, and why. */
  readonly open?: { readonly when: string; readonly detail: string };
}

/** A clause to be counted, or one that needs no row to be judged. */
export type CompiledClause = CountedClause | ClauseReport;

export function isCounted(clause: CompiledClause): clause is CountedClause {
  return 'note' in clause;
}

/** Counts the rows for which a condition is true. */
export function countWhere(condition: string): string {
  return `count(*) FILTER (WHERE ${condition})`;
}
