import type { ExecutionResult, ProblemError } from '@svc/contracts';
import type { StoredDerivation } from '../definition/derivation.ports';
import type { RunIdentity } from '../definition/derivation-version';
import type { StoredRun } from './run';
import type { Judgement } from './run.ports';

/** How a run ended: refused, failed in the sandbox, or executed and, if it has a claim, judged. */
export interface RunEnd {
  readonly identity: RunIdentity;
  readonly refusal: ProblemError | null;
  /** The stored objects behind its inputs. */
  readonly read: StoredRun['read'];
  readonly execution: ExecutionResult | null;
  readonly judgement: Judgement | null;
}

/** Everything a history entry is composed of. */
export interface RunRecord extends RunEnd {
  readonly runId: string;
  readonly derivation: StoredDerivation;
  /** The parameter set. */
  readonly set: string;
  readonly before: StoredRun | null;
  readonly actor: string;
  readonly startedAt: Date;
  readonly finishedAt: Date;
}
