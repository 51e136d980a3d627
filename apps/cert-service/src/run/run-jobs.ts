import { Injectable } from '@nestjs/common';
import { type Job, json, type Json, type Principal } from '@svc/contracts';
import { JobQueue, type JobRun, Processes } from '@svc/platform';
import { z } from 'zod';
import { ExecuteRun, RUN_STEPS } from './execute-run';
import type { RunCommand, RunQueue } from './start-run';

const KIND = 'derivation.run';
const command = z.object({ derivation: z.string(), params: z.record(z.string(), json), force: z.boolean() });

/** Runs as jobs: the id of a run is that of its job. */
@Injectable()
export class RunJobs implements RunQueue {
  constructor(
    private readonly queue: JobQueue,
    private readonly runs: ExecuteRun,
  ) {}

  enqueue(run: RunCommand, principal: Principal, traceparent: string): Promise<Job> {
    return this.queue.enqueue(KIND, { payload: { derivation: run.derivation, params: run.params, force: run.force }, principal, traceparent });
  }

  @Processes(KIND, { concurrency: 2 })
  async work(job: JobRun): Promise<Json | void> {
    const { principal, traceparent, signal, id } = job;
    const runId = id.slice(id.indexOf('_') + 1);
    const result = await this.runs.execute(runId, command.parse(job.payload), { principal, traceparent, signal, job: id }, (done, message) => { job.progress(done, RUN_STEPS, message); });
    return { ...result };
  }
}
