import type { SandboxLimits } from '@svc/runner';

/** Limits an operator sets for runs of derivations. */
export interface ExecutionLimits {
  /** Of one run in the sandbox. */
  readonly sandbox: Partial<SandboxLimits>;
  /** Of one statement whose rows become a table. */
  readonly copyMs: number;
}
export const EXECUTION_LIMITS = Symbol('ExecutionLimits');
