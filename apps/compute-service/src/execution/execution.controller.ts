import { Controller } from '@nestjs/common';
import { describeProject, type RequestOf, type ResponseOf, startExecution } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { DescribeProject } from './describe-project';
import { ExecutionJobs } from './execution-jobs';

@Controller()
export class ExecutionController {
  constructor(
    private readonly project: DescribeProject,
    private readonly executions: ExecutionJobs,
  ) {}

  @Handles(describeProject)
  describe(request: RequestOf<typeof describeProject>, context: CallContext): Promise<ResponseOf<typeof describeProject>> {
    return this.project.run(request, context);
  }

  @Handles(startExecution)
  start(request: RequestOf<typeof startExecution>, context: CallContext): Promise<ResponseOf<typeof startExecution>> {
    return this.executions.start(request, context);
  }
}
