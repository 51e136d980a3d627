import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  claimSuggesting,
  derivationCheck,
  derivationRun,
  type Job,
  type Principal,
  type SourceRef,
} from '@svc/contracts';
import { type CallContext, JobQueue, type JobRun } from '@svc/platform';
import { CheckRun } from './check-run';
import { ExecuteRun, RUN_STEPS } from './execute-run';
import type { Progress } from './run-trial';
import { SUGGESTION_STEPS, SuggestClaim } from './claim/suggest-claim';
import type { JobGauge, RunCommand, RunQueue } from './start-run';

/** How many unfinished jobs one caller may have. */
export const MAX_JOBS = Symbol('MostJobs');

/** Runs and previews as jobs. */
@Injectable()
export class RunJobs implements RunQueue, OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    private readonly runs: ExecuteRun,
    private readonly checks: CheckRun,
    private readonly suggestions: SuggestClaim,
    @Inject(MAX_JOBS) private readonly maxJobs: number,
  ) {}

  onModuleInit(): void {
    const maxOpen = this.maxJobs;
    this.queue.work(derivationRun, (command, job) => this.runs.execute(idOf(job), command, job, progressOf(job)), {
      concurrency: 2,
      maxOpen,
    });
    this.queue.work(derivationCheck, (command, job) => this.checks.check(idOf(job), command, job, progressOf(job)), {
      concurrency: 1,
      maxOpen,
    });
    this.queue.work(
      claimSuggesting,
      (source, job) => this.suggestions.suggest(source, job, progressOf(job, SUGGESTION_STEPS)),
      { concurrency: 1, maxOpen },
    );
  }

  enqueue(run: RunCommand, context: CallContext): Promise<Job> {
    return this.put(derivationRun, run, context);
  }

  enqueueCheck(check: RunCommand, context: CallContext): Promise<Job> {
    return this.put(derivationCheck, check, context);
  }

  enqueueSuggestion({ derivation, set }: SourceRef, context: CallContext): Promise<Job> {
    return this.queue.submit(claimSuggesting, { payload: { derivation, set }, ...originOf(context) });
  }

  async usage({ id }: Principal): Promise<JobGauge> {
    return { used: await this.queue.openOf(id), limit: this.maxJobs };
  }

  private put(
    kind: typeof derivationRun | typeof derivationCheck,
    command: RunCommand,
    context: CallContext,
  ): Promise<Job> {
    const payload = { ...command, params: { ...command.params } };
    return this.queue.submit(kind, { payload, ...originOf(context) });
  }
}

function originOf({ principal, credential, traceparent }: CallContext) {
  return { principal, credential, traceparent };
}

/** The id of a run is that of its job. */
function idOf(job: JobRun): string {
  return job.id.slice(job.id.indexOf('_') + 1);
}

function progressOf(job: JobRun<never>, steps = RUN_STEPS): Progress {
  return (done, message) => {
    job.progress(done, steps, message);
  };
}
