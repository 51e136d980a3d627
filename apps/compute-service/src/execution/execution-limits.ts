import type { SandboxLimits } from '@svc/runner';

/** Limits an operator sets for runs of derivations. */
export interface ExecutionLimits {
  /** Of one run in the sandbox. */
  readonly sandbox: Partial<SandboxLimits>;
  /** Of one statement whose rows become a table. */
  readonly copyMs: number;
  /** How many run at once. */
  readonly concurrency: number;
  /** What one run may have on the disk while it works. */
  readonly diskBytes: number;
}

/** Beside those, for a caller of whom none runs. */
export const SPARE_EXECUTIONS = 1;
/** Sandboxes for descriptions of projects, which take moments and never wait for runs. */
export const DESCRIBING = 1;

export const EXECUTION_LIMITS = Symbol('ExecutionLimits');
