import { Inject, Injectable } from '@nestjs/common';
import {
  type ExecutionResult,
  type ProblemCode,
  ProblemError,
  type RunResult,
  sourceOf,
  type TableVersion,
} from '@svc/contracts';
import { type CallOrigin, type Clock, CLOCK } from '@svc/platform';
import {
  DERIVATION_STORE,
  type DerivationStore,
  SANDBOX,
  type Sandbox,
  type StoredDerivation,
} from '../definition/derivation.ports';
import type { RunIdentity } from '../definition/derivation-version';
import { findDerivation } from '../definition/find-derivation';
import { bindParameters } from '../definition/parameters';
import { isRepetition } from './compose-run';
import { RunSteps } from './run-steps';
import type { StoredRun } from './run';
import type { RunEnd } from './run-record';
import { RUN_STORE, type RunStore } from './run.ports';
import type { RunCommand } from './start-run';

export type Progress = (done: number, message: string) => void;

/** How many steps `Progress` counts. */
export const RUN_STEPS = 4;

type RunContext = CallOrigin & { readonly signal: AbortSignal };

interface Certifying {
  readonly runId: string;
  readonly derivation: StoredDerivation;
  readonly identity: RunIdentity;
  readonly inputs: Readonly<Record<string, TableVersion>>;
  readonly before: StoredRun | null;
  readonly startedAt: Date;
}

/**
 * One run from inputs to certificate. Every step may be repeated after a crash: the execution is joined by run id,
 * the attempt number is remembered, and a run is recorded once.
 */
@Injectable()
export class ExecuteRun {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_STORE) private readonly runs: RunStore,
    @Inject(SANDBOX) private readonly sandbox: Sandbox,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly steps: RunSteps,
  ) {}

  async execute(runId: string, command: RunCommand, context: RunContext, progress: Progress): Promise<RunResult> {
    const recorded = await this.runs.find(runId);
    if (recorded !== null) return this.result(recorded, false, context);
    const startedAt = this.clock.now();
    const derivation = await findDerivation(this.derivations, command.derivation, context.principal);
    const params = bindParameters(derivation.manifest.params, command.params);
    const before = await this.runs.newest(command);
    const record = (end: RunEnd): Promise<StoredRun> =>
      this.steps.record({
        runId,
        derivation,
        set: command.set,
        before,
        actor: context.principal.id,
        startedAt,
        finishedAt: this.clock.now(),
        ...end,
      });

    progress(0, 'Finding the inputs');
    // An input that is missing to whoever runs it is no run at all: it may be there for others, whose certificate would go.
    const inputs = await this.steps.inputs.of(derivation, context).catch(refusalOf('uncertified-source'));
    if (inputs instanceof ProblemError) {
      const identity = { ...declaredIdentity(derivation, params), inputs: {}, environment: derivation.environment };
      const end = { identity, refusal: inputs, read: {}, execution: null, judgement: null };
      return this.result(await record(end), false, context);
    }
    const identity = {
      ...declaredIdentity(derivation, params),
      inputs: hashes(inputs),
      environment: derivation.environment,
    };
    if (!command.force && before !== null && isRepetition(before, identity) && (await this.steps.keepsRows(before)))
      return this.result(before, true, context);
    const end = await this.certify({ runId, derivation, identity, inputs, before, startedAt }, context, progress);
    return this.result(await record(end), false, context);
  }

  /** Runs the code twice and asks the oracle: the end of a run whose inputs are known. */
  private async certify(
    { runId, derivation, identity, inputs, before, startedAt }: Certifying,
    context: RunContext,
    progress: Progress,
  ): Promise<RunEnd> {
    progress(1, 'Running it twice in the sandbox');
    const execution = await this.sandbox.execute(
      { runId, derivation, params: identity.params, inputs },
      context,
      (message) => progress(1, message),
    );
    refuseFaultOfOurs(execution);
    const ran = { ...identity, environment: execution.environment ?? identity.environment };

    progress(2, 'Asking the oracle');
    const judgement = await this.steps.oracle
      .ask({ derivation, identity: ran, inputs, execution, at: startedAt, before }, context)
      .catch(refusalOf('invalid-claim'));
    progress(3, 'Recording the run');
    const refused = judgement instanceof ProblemError;
    return {
      identity: ran,
      refusal: refused ? judgement : null,
      read: Object.fromEntries(Object.entries(inputs).map(([name, { object }]) => [name, object])),
      execution,
      judgement: refused ? null : judgement,
    };
  }

  private async result({ run }: StoredRun, unchanged: boolean, { principal }: CallOrigin): Promise<RunResult> {
    const { id, outcome, verdict, reason, certificate_digest } = run;
    const now = await this.steps.certified.named(sourceOf(run.derivation, run.parameter_set), principal);
    return {
      run_id: id,
      outcome,
      verdict,
      reason,
      certificate_digest,
      unchanged,
      certified: now?.certified ?? false,
      certification_reason: now?.reason ?? 'It no longer exists.',
    };
  }
}

/** What a derivation asks as it is declared now, before its inputs are known. */
export function declaredIdentity(
  derivation: StoredDerivation,
  params: RunIdentity['params'],
): Omit<RunIdentity, 'inputs' | 'environment'> {
  const { code_hash, claim, contract } = derivation.manifest;
  return { code_hash, claim, contract, params };
}

/** The content hash of each input. */
export function hashes(inputs: Readonly<Record<string, TableVersion>>): Record<string, string> {
  return Object.fromEntries(Object.entries(inputs).map(([name, table]) => [name, table.data_hash]));
}

/** A refusal of one of these codes becomes part of the history; anything else is a fault that the job reports and retries. */
function refusalOf(...codes: readonly ProblemCode[]): (error: unknown) => ProblemError {
  return (error) => {
    if (error instanceof ProblemError && codes.includes(error.code)) return error;
    throw error;
  };
}

/** A machine that cannot isolate, or somebody who cancelled, says nothing about the derivation: no history, no verdict withdrawn. */
export function refuseFaultOfOurs(execution: ExecutionResult): void {
  if (execution.outcome !== 'failed') return;
  if (execution.reason === 'isolation-unavailable') throw new ProblemError('isolation-unavailable', execution.message);
  if (execution.reason === 'cancelled') throw new ProblemError('conflict', 'The execution was cancelled.');
}
