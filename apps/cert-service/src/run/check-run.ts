import { Inject, Injectable } from '@nestjs/common';
import { type Attestation, ProblemError } from '@svc/contracts';
import { type Clock, CLOCK } from '@svc/platform';
import { DERIVATION_STORE, type DerivationStore } from '../definition/derivation.ports';
import { findDerivation } from '../definition/find-derivation';
import { bindParameters } from '../definition/parameters';
import { declaredIdentity, hashes } from './execute-run';
import { ResolveInputs } from './input/resolve-inputs';
import { type Progress, type RunContext, RunTrial } from './run-trial';
import { RUN_STORE, type RunStore } from './run.ports';
import type { RunCommand } from './start-run';

/** Previews a verdict: runs and judges like a run, but counts no attempt, stores no run and signs nothing. */
@Injectable()
export class CheckRun {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_STORE) private readonly runs: RunStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly inputs: ResolveInputs,
    private readonly trial: RunTrial,
  ) {}

  async check(checkId: string, command: RunCommand, context: RunContext, progress: Progress): Promise<Attestation> {
    const derivation = await findDerivation(this.derivations, command.derivation, context.principal);
    if (derivation.manifest.claim === null)
      throw new ProblemError('no-claim', `"${command.derivation}" declares no claim, so there is nothing to check.`);
    const params = bindParameters(derivation.manifest.params, command.params);
    progress(0, 'finding the inputs');
    const inputs = await this.inputs.of(derivation, context);
    const execution = await this.trial.execute({ runId: checkId, derivation, params, inputs }, context, progress);
    if (execution.outcome === 'failed')
      throw new ProblemError('invalid-source', `It did not run: ${execution.message}`);
    const identity = {
      ...declaredIdentity(derivation, params),
      inputs: hashes(inputs),
      environment: execution.environment,
    };
    const before = await this.runs.newest(command);
    const found = await this.trial.preview(
      { derivation, identity, inputs, execution, at: this.clock.now(), before },
      context,
      progress,
    );
    if (found === null) throw new ProblemError('no-claim', 'There is nothing to check.');
    return found.attestation;
  }
}
