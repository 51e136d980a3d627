/** Limits that an operator sets for statements. */
export interface QueryLimits {
  readonly timeoutMs: number;
}
export const QUERY_LIMITS = Symbol('QueryLimits');
