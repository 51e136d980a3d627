import { Inject, Injectable } from '@nestjs/common';
import { type Job, json, type Json, type Principal } from '@svc/contracts';
import { type CallContext, JobQueue, type JobRun, Processes } from '@svc/platform';
import { z } from 'zod';
import { CheckRun } from './check-run';
import { ExecuteRun, type Progress, RUN_STEPS } from './execute-run';
import type { JobGauge, RunCommand, RunQueue } from './start-run';

const RUN = 'derivation.run';
const CHECK = 'derivation.check';
const command = z.object({ derivation: z.string(), params: z.record(z.string(), json), force: z.boolean() });

/** How many unfinished jobs one caller may have. */
export const MAX_JOBS = Symbol('MostJobs');

/** Runs and previews as jobs. */
@Injectable()
export class RunJobs implements RunQueue {
  constructor(
    private readonly queue: JobQueue,
    private readonly runs: ExecuteRun,
    private readonly checks: CheckRun,
    @Inject(MAX_JOBS) private readonly mostJobs: number,
  ) {}

  enqueue(run: RunCommand, context: CallContext): Promise<Job> {
    return this.put(RUN, run, context);
  }

  enqueueCheck(check: RunCommand, context: CallContext): Promise<Job> {
    return this.put(CHECK, check, context);
  }

  private put(kind: string, run: RunCommand, { principal, credential, traceparent }: CallContext): Promise<Job> {
    return this.queue.enqueue(kind, {
      payload: { ...run },
      principal,
      credential,
      traceparent,
      mostOpen: this.mostJobs,
    });
  }

  async usage({ id }: Principal): Promise<JobGauge> {
    return { used: await this.queue.openOf(id), limit: this.mostJobs };
  }

  @Processes(RUN, { concurrency: 2 })
  async run(job: JobRun): Promise<Json | void> {
    return { ...(await this.runs.execute(idOf(job), command.parse(job.payload), job, progressOf(job))) };
  }

  @Processes(CHECK, { concurrency: 1 })
  async check(job: JobRun): Promise<Json | void> {
    return json.parse(await this.checks.check(idOf(job), command.parse(job.payload), job, progressOf(job)));
  }
}

/** The id of a run is that of its job. */
function idOf(job: JobRun): string {
  return job.id.slice(job.id.indexOf('_') + 1);
}

function progressOf(job: JobRun): Progress {
  return (done, message) => {
    job.progress(done, RUN_STEPS, message);
  };
}
