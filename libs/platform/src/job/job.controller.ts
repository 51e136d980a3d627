import { createHash } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import {
  cancelJob,
  getJob,
  isTerminal,
  type Job,
  pageJobs,
  type RequestOf,
  type ResponseOf,
  startJob,
  watchJob,
} from '@svc/contracts';
import type { CallContext } from '../rpc/call-context';
import { Handles } from '../rpc/handles';
import { jobSubject, ownerOfJob } from './job-hints';
import { JobQueue } from './job-queue';

/** Answers for the service's jobs: `svc.<service>.job.get`, `.watch`, `.page`, `.start` and `.cancel`. */
@Controller()
export class JobController {
  constructor(@Inject(JobQueue) private readonly jobs: JobQueue) {}

  @Handles(getJob)
  get({ params }: RequestOf<typeof getJob>, { principal }: CallContext): Promise<Job> {
    return this.jobs.get(params.id, principal);
  }

  @Handles(watchJob)
  async watch(
    { params, after }: RequestOf<typeof watchJob>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof watchJob>> {
    const job = await this.jobs.get(params.id, principal);
    const id = createHash('sha256').update(JSON.stringify(job)).digest('hex').slice(0, 16);
    return {
      events: id === after ? [] : [{ id, event: 'job', data: job }],
      ended: isTerminal(job.state),
      wake: jobSubject(ownerOfJob(job.id), job.id),
    };
  }

  @Handles(pageJobs)
  async page(request: RequestOf<typeof pageJobs>, { principal }: CallContext): Promise<ResponseOf<typeof pageJobs>> {
    return { items: await this.jobs.page(request, principal) };
  }

  /** Another service starts what this one works, on behalf of whoever called it. */
  @Handles(startJob)
  start(
    { params, kind, payload, priority }: RequestOf<typeof startJob>,
    { principal, credential, traceparent }: CallContext,
  ): Promise<Job> {
    return this.jobs.submitNamed(kind, { id: params.id, payload, priority, principal, credential, traceparent });
  }

  @Handles(cancelJob)
  cancel({ params }: RequestOf<typeof cancelJob>, { principal }: CallContext): Promise<Job> {
    return this.jobs.cancel(params.id, principal);
  }
}
