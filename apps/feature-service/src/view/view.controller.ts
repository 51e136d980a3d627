import { Controller } from '@nestjs/common';
import { api, type RequestOf, type ResponseOf } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { DescribeView } from './describe-view';

const { describeFeatureView } = api;

/** Operations of views beyond those of every named object. */
@Controller()
export class ViewController {
  constructor(private readonly describing: DescribeView) {}

  @Handles(describeFeatureView)
  describe(
    { params }: RequestOf<typeof describeFeatureView>,
    context: CallContext,
  ): Promise<ResponseOf<typeof describeFeatureView>> {
    return this.describing.describe(params.name, context);
  }
}
