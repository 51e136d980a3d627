import { Inject, Injectable } from '@nestjs/common';
import { type Job, type Json, type Principal, ProblemError } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { DERIVATION_STORE, type DerivationStore } from '../derivation/derivation.ports';
import { findDerivation } from '../derivation/find-derivation';
import { bindParameters } from '../derivation/parameters';

/** What the job of a run carries. */
export interface RunCommand {
  readonly derivation: string;
  readonly params: Readonly<Record<string, Json>>;
  readonly force: boolean;
}

export interface RunQueue {
  enqueue(command: RunCommand, principal: Principal, traceparent: string): Promise<Job>;
  enqueueCheck(command: RunCommand, principal: Principal, traceparent: string): Promise<Job>;
}
export const RUN_QUEUE = Symbol('RunQueue');

/** Puts a run in the queue once its parameters are known to fit. */
@Injectable()
export class StartRun {
  constructor(
    @Inject(DERIVATION_STORE) private readonly derivations: DerivationStore,
    @Inject(RUN_QUEUE) private readonly queue: RunQueue,
  ) {}

  async start(name: string, params: Readonly<Record<string, Json>>, force: boolean, context: CallContext): Promise<Job> {
    const stored = await findDerivation(this.derivations, name);
    bindParameters(stored.manifest.params, params);
    return this.queue.enqueue({ derivation: name, params, force }, context.principal, context.traceparent);
  }

  /** A preview of the verdict; refuses a derivation that claims nothing. */
  async check(name: string, params: Readonly<Record<string, Json>>, context: CallContext): Promise<Job> {
    const { manifest } = await findDerivation(this.derivations, name);
    if (manifest.claim === null) throw new ProblemError('no-claim', `"${name}" claims nothing, so there is nothing to check. Declare claim=… or contract=….`);
    bindParameters(manifest.params, params);
    return this.queue.enqueueCheck({ derivation: name, params, force: true }, context.principal, context.traceparent);
  }
}
