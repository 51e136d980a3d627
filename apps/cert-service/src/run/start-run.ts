import { Inject, Injectable } from '@nestjs/common';
import { DEFAULT_SET, type Job, type Json, type Principal, ProblemError, type SourceRef } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { type AskedParameters, ChooseParameters } from './choose-parameters';
import { DERIVATION_STORE, type DerivationStore } from '../definition/derivation.ports';
import { findDerivation } from '../definition/find-derivation';
import { bindParameters } from '../definition/parameters';

/** The payload of a run's job. */
export interface RunCommand {
  readonly derivation: string;
  readonly params: Readonly<Record<string, Json>>;
  readonly set: string;
  readonly force: boolean;
}

/** A caller's unfinished jobs, and the limit. */
export interface JobGauge {
  readonly used: number;
  readonly limit: number;
}

export interface RunQueue {
  /** `quota-exceeded` when the principal has reached the limit of jobs. */
  enqueue(command: RunCommand, context: CallContext): Promise<Job>;
  enqueueCheck(command: RunCommand, context: CallContext): Promise<Job>;
  enqueueSuggestion(source: SourceRef, context: CallContext): Promise<Job>;
  usage(principal: Principal): Promise<JobGauge>;
}
export const RUN_QUEUE = Symbol('RunQueue');

/** Enqueues a run once its parameters are valid. */
@Injectable()
export class StartRun {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_QUEUE) private readonly queue: RunQueue,
    private readonly parameters: ChooseParameters,
  ) {}

  async start(name: string, asked: AskedParameters, force: boolean, context: CallContext): Promise<Job> {
    const { manifest } = await findDerivation(this.derivations, name, context.principal);
    const { params, set } = await this.parameters.choose(manifest, asked);
    return this.queue.enqueue({ derivation: name, params, set, force }, context);
  }

  /** The caller's current usage of the limits. */
  usage({ principal }: CallContext): Promise<JobGauge> {
    return this.queue.usage(principal);
  }

  /** A preview of the verdict; refuses a derivation without a claim. */
  async check(name: string, { params, set = DEFAULT_SET }: AskedParameters, context: CallContext): Promise<Job> {
    const { manifest } = await findDerivation(this.derivations, name, context.principal);
    if (manifest.claim === null)
      throw new ProblemError(
        'no-claim',
        `"${name}" declares no claim, so there is nothing to check. Declare claim=… or contract=….`,
      );
    bindParameters(manifest.params, params);
    return this.queue.enqueueCheck({ derivation: name, params, set, force: true }, context);
  }

  /** Suggests a claim for the stored rows of one of its parameter sets. */
  async suggest(source: SourceRef, context: CallContext): Promise<Job> {
    await findDerivation(this.derivations, source.derivation, context.principal);
    return this.queue.enqueueSuggestion(source, context);
  }
}
