import { Inject, Injectable } from '@nestjs/common';
import { DEFAULT_SET, type Job, type Json, type Principal, ProblemError } from '@svc/contracts';
import { type AskedParameters, ChooseParameters } from './choose-parameters';
import type { CallContext } from '@svc/platform';
import { DERIVATION_STORE, type DerivationStore } from '../definition/derivation.ports';
import { findDerivation } from '../definition/find-derivation';
import { bindParameters } from '../definition/parameters';

/** What the job of a run carries. */
export interface RunCommand {
  readonly derivation: string;
  readonly params: Readonly<Record<string, Json>>;
  readonly set: string;
  readonly force: boolean;
}

/** Jobs of one caller that have not ended, and how many may be. */
export interface JobGauge {
  readonly used: number;
  readonly limit: number;
}

export interface RunQueue {
  /** `quota-exceeded` when the principal has as many jobs as one may. */
  enqueue(command: RunCommand, context: CallContext): Promise<Job>;
  enqueueCheck(command: RunCommand, context: CallContext): Promise<Job>;
  enqueueSuggestion(derivation: string, context: CallContext): Promise<Job>;
  usage(principal: Principal): Promise<JobGauge>;
}
export const RUN_QUEUE = Symbol('RunQueue');

/** Puts a run in the queue once its parameters are known to fit. */
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

  /** What the caller uses of what one may use at once. */
  usage({ principal }: CallContext): Promise<JobGauge> {
    return this.queue.usage(principal);
  }

  /** A preview of the verdict; refuses a derivation that claims nothing. */
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

  /** A claim that its stored rows suggest. */
  async suggest(name: string, context: CallContext): Promise<Job> {
    await findDerivation(this.derivations, name, context.principal);
    return this.queue.enqueueSuggestion(name, context);
  }
}
