import type { SandboxLimits } from '@svc/runner';

/** Limits that an operator sets for runs of derivations. */
export interface ExecutionLimits {
  /** Of one run in the sandbox. */
  readonly sandbox: Partial<SandboxLimits>;
  /** Of one statement whose rows become a table. */
  readonly copyMs: number;
  /** How many run at once. */
  readonly concurrency: number;
  /** Disk space of one run while it works. */
  readonly diskBytes: number;
}

/** In addition to those, for a caller who has none running. */
export const SPARE_EXECUTIONS = 1;
/** Sandboxes for describing projects, which takes moments and never waits for runs. */
export const DESCRIBING = 1;

export const EXECUTION_LIMITS = Symbol('ExecutionLimits');
