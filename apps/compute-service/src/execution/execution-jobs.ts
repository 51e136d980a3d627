import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  derivationExecution,
  type ExecutionResult,
  type Job,
  type RequestOf,
  type startExecution,
} from '@svc/contracts';
import { type CallContext, JobQueue, type JobRun } from '@svc/platform';
import { EXECUTION_STEPS, ExecuteDerivation } from './execute-derivation';
import { EXECUTION_LIMITS, type ExecutionLimits, SPARE_EXECUTIONS } from './execution-limits';

/** Executions as jobs of this service: a row first, then the work, repeated after a crash. */
@Injectable()
export class ExecutionJobs implements OnModuleInit {
  constructor(
    private readonly jobs: JobQueue,
    private readonly execute: ExecuteDerivation,
    @Inject(EXECUTION_LIMITS) private readonly limits: ExecutionLimits,
  ) {}

  /** As many at once as there are sandboxes: others wait in the queue where callers take turns. */
  onModuleInit(): void {
    const { concurrency } = this.limits;
    this.jobs.work(derivationExecution, (payload, run) => this.process(payload, run), {
      concurrency,
      spare: SPARE_EXECUTIONS,
    });
  }

  /** The same `command_id` is the same job. */
  start(request: RequestOf<typeof startExecution>, { principal, credential, traceparent }: CallContext): Promise<Job> {
    const { command_id: dedupeKey } = request;
    return this.jobs.submit(derivationExecution, { payload: request, principal, credential, traceparent, dedupeKey });
  }

  private process(
    { command_id: _, ...execution }: RequestOf<typeof startExecution>,
    run: JobRun,
  ): Promise<ExecutionResult> {
    return this.execute.execute(
      { ...execution, caller: `derivations of ${run.principal.id}` },
      run.signal,
      (done, message) => run.progress(done, EXECUTION_STEPS, message),
    );
  }
}
