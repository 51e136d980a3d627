import { Inject, Injectable } from '@nestjs/common';
import { type ExecutionResult, ProblemError } from '@svc/contracts';
import type { CallOrigin } from '@svc/platform';
import { type ExecutionRequest, SANDBOX, type Sandbox } from '../definition/derivation.ports';
import { AskOracle, type Inquiry } from './claim/ask-oracle';
import type { Judgement } from './run.ports';

/** Reports how many steps are done, and what is happening now. */
export type Progress = (done: number, message: string) => void;

export type RunContext = CallOrigin & { readonly signal: AbortSignal };

/** What a run and a preview have in common: the code is run twice, and the oracle judges what it returned. */
@Injectable()
export class RunTrial {
  constructor(
    @Inject(SANDBOX) private readonly sandbox: Sandbox,
    private readonly oracle: AskOracle,
  ) {}

  /** Runs the code twice. Throws if this machine, or whoever cancelled, is the reason that it did not run. */
  async execute(request: ExecutionRequest, context: RunContext, progress: Progress): Promise<ExecutionResult> {
    progress(1, 'running it twice in the sandbox');
    const execution = await this.sandbox.execute(request, context, (message) => progress(1, message));
    refuseFaultOfOurs(execution);
    return execution;
  }

  /** Has the rows judged, and counts the attempt. */
  ask(inquiry: Inquiry, context: RunContext, progress: Progress): Promise<Judgement | null> {
    progress(2, 'asking the oracle');
    return this.oracle.ask(inquiry, context);
  }

  /** The same verdict without the attempt. */
  preview(inquiry: Inquiry, context: RunContext, progress: Progress): Promise<Judgement | null> {
    progress(2, 'asking the oracle');
    return this.oracle.preview(inquiry, context);
  }
}

/** A machine that cannot isolate, or somebody who cancelled, says nothing about the derivation: no history, no verdict withdrawn. */
function refuseFaultOfOurs(execution: ExecutionResult): void {
  if (execution.outcome !== 'failed') return;
  if (execution.reason === 'isolation-unavailable') throw new ProblemError('isolation-unavailable', execution.message);
  if (execution.reason === 'cancelled') throw new ProblemError('conflict', 'The execution was cancelled.');
}
