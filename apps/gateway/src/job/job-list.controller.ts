import { Controller, Inject } from '@nestjs/common';
import { listJobs, type RequestOf, type ResponseOf } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ListJobs } from './list-jobs';

/** `job.list`. */
@Controller()
export class JobListController {
  constructor(@Inject(ListJobs) private readonly jobs: ListJobs) {}

  @Handles(listJobs)
  list({ query }: RequestOf<typeof listJobs>, context: CallContext): Promise<ResponseOf<typeof listJobs>> {
    return this.jobs.list(query, context);
  }
}
