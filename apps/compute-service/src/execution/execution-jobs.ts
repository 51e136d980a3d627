import { Injectable } from '@nestjs/common';
import { type Job, type Json, type RequestOf, startExecution } from '@svc/contracts';
import { type CallContext, JobQueue, type JobRun, Processes } from '@svc/platform';
import { EXECUTION_STEPS, ExecuteDerivation } from './execute-derivation';

const KIND = 'derivation.execute';

/** Executions as jobs of this service: a row first, then the work, again after a crash. */
@Injectable()
export class ExecutionJobs {
  constructor(
    private readonly jobs: JobQueue,
    private readonly execute: ExecuteDerivation,
  ) {}

  /** The same `command_id` is the same job. */
  start(request: RequestOf<typeof startExecution>, { principal, credential, traceparent }: CallContext): Promise<Job> {
    const { command_id: dedupeKey } = request;
    return this.jobs.enqueue(KIND, { payload: request, principal, credential, traceparent, dedupeKey });
  }

  @Processes(KIND)
  async process(run: JobRun): Promise<Json> {
    const { command_id: _, ...execution } = startExecution.request.parse(run.payload);
    return this.execute.run(execution, run.signal, (done, message) => run.progress(done, EXECUTION_STEPS, message));
  }
}
