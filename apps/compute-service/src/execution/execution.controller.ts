import { Controller } from '@nestjs/common';
import { describeProject, type RequestOf, type ResponseOf, sampleTable, startExecution } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { DescribeProject } from './describe-project';
import { ExecutionJobs } from './execution-jobs';
import { SampleTable } from './sample-table';

@Controller()
export class ExecutionController {
  constructor(
    private readonly project: DescribeProject,
    private readonly executions: ExecutionJobs,
    private readonly samples: SampleTable,
  ) {}

  @Handles(describeProject)
  describe(
    request: RequestOf<typeof describeProject>,
    context: CallContext,
  ): Promise<ResponseOf<typeof describeProject>> {
    return this.project.describe(request, context);
  }

  @Handles(startExecution)
  start(request: RequestOf<typeof startExecution>, context: CallContext): Promise<ResponseOf<typeof startExecution>> {
    return this.executions.start(request, context);
  }

  @Handles(sampleTable)
  sample(request: RequestOf<typeof sampleTable>, context: CallContext): Promise<ResponseOf<typeof sampleTable>> {
    return this.samples.take(request, context);
  }
}
