import { Inject, Injectable } from '@nestjs/common';
import { type ExecutionResult, ProblemError } from '@svc/contracts';
import type { CallOrigin } from '@svc/platform';
import { type ExecutionRequest, SANDBOX, type Sandbox } from '../definition/derivation.ports';
import { AskOracle, type Inquiry } from './claim/ask-oracle';
import type { Judgement } from './run.ports';

/** Reports how many steps are done, and the current one. */
export type Progress = (done: number, message: string) => void;

export type RunContext = CallOrigin & { readonly signal: AbortSignal };

/** The common part of a run and a preview: the code runs twice, and the oracle judges its result. */
@Injectable()
export class RunTrial {
  constructor(
    @Inject(SANDBOX) private readonly sandbox: Sandbox,
    private readonly oracle: AskOracle,
  ) {}

  /** Runs the code twice. Throws if it did not run because of this machine or a cancellation. */
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

/** A machine that cannot isolate, or a cancellation, says nothing about the derivation: no history, no verdict withdrawn. */
function refuseFaultOfOurs(execution: ExecutionResult): void {
  if (execution.outcome !== 'failed') return;
  if (execution.reason === 'isolation-unavailable') throw new ProblemError('isolation-unavailable', execution.message);
  if (execution.reason === 'cancelled') throw new ProblemError('conflict', 'The execution was cancelled.');
}
