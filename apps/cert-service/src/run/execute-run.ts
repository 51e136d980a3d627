import { Inject, Injectable } from '@nestjs/common';
import { type ProblemCode, ProblemError, type RunResult, type TableVersion } from '@svc/contracts';
import { type Clock, CLOCK } from '@svc/platform';
import { DERIVATION_STORE, type DerivationStore, type StoredDerivation } from '../definition/derivation.ports';
import type { RunIdentity } from '../definition/derivation-version';
import { findDerivation } from '../definition/find-derivation';
import { bindParameters } from '../definition/parameters';
import { isRepetition } from './compose-run';
import { ResolveInputs } from './input/resolve-inputs';
import { RunHistory } from './run-history';
import { type Progress, type RunContext, RunTrial } from './run-trial';
import type { StoredRun } from './run';
import type { RunEnd } from './run-record';
import type { RunCommand } from './start-run';

/** How many steps `Progress` counts. */
export const RUN_STEPS = 4;

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
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly inputs: ResolveInputs,
    private readonly trial: RunTrial,
    private readonly history: RunHistory,
  ) {}

  async execute(runId: string, command: RunCommand, context: RunContext, progress: Progress): Promise<RunResult> {
    const recorded = await this.history.find(runId);
    if (recorded !== null) return this.history.result(recorded, false, context.principal);
    const startedAt = this.clock.now();
    const derivation = await findDerivation(this.derivations, command.derivation, context.principal);
    const params = bindParameters(derivation.manifest.params, command.params);
    const before = await this.history.newest(command);
    const record = (end: RunEnd): Promise<StoredRun> =>
      this.history.record({
        runId,
        derivation,
        set: command.set,
        before,
        actor: context.principal.id,
        startedAt,
        finishedAt: this.clock.now(),
        ...end,
      });

    progress(0, 'finding the inputs');
    // An input that the caller cannot see refuses the run without recording it: others may see it, and must keep their certificate.
    const inputs = await this.inputs.of(derivation, context).catch(refusalOf('uncertified-source'));
    if (inputs instanceof ProblemError) {
      const identity = { ...declaredIdentity(derivation, params), inputs: {}, environment: derivation.environment };
      const end = { identity, refusal: inputs, read: {}, execution: null, judgement: null };
      return this.history.result(await record(end), false, context.principal);
    }
    const identity = {
      ...declaredIdentity(derivation, params),
      inputs: hashes(inputs),
      environment: derivation.environment,
    };
    if (!command.force && before !== null && isRepetition(before, identity) && (await this.history.keepsRows(before)))
      return this.history.result(before, true, context.principal);
    const end = await this.certify({ runId, derivation, identity, inputs, before, startedAt }, context, progress);
    return this.history.result(await record(end), false, context.principal);
  }

  /** Runs the code twice and asks the oracle: the rest of a run whose inputs are known. */
  private async certify(
    { runId, derivation, identity, inputs, before, startedAt }: Certifying,
    context: RunContext,
    progress: Progress,
  ): Promise<RunEnd> {
    const request = { runId, derivation, params: identity.params, inputs };
    const execution = await this.trial.execute(request, context, progress);
    const ran = { ...identity, environment: execution.environment ?? identity.environment };

    const judgement = await this.trial
      .ask({ derivation, identity: ran, inputs, execution, at: startedAt, before }, context, progress)
      .catch(refusalOf('invalid-claim'));
    progress(3, 'recording the run');
    const refused = judgement instanceof ProblemError;
    return {
      identity: ran,
      refusal: refused ? judgement : null,
      read: Object.fromEntries(Object.entries(inputs).map(([name, { object }]) => [name, object])),
      execution,
      judgement: refused ? null : judgement,
    };
  }
}

/** The current definition's question, before its inputs are known. */
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

/** A refusal with one of these codes becomes part of the history; anything else is a fault that the job reports and retries. */
function refusalOf(...codes: readonly ProblemCode[]): (error: unknown) => ProblemError {
  return (error) => {
    if (error instanceof ProblemError && codes.includes(error.code)) return error;
    throw error;
  };
}
