import { Controller } from '@nestjs/common';
import { modelNoun, type RequestOf, type ResponseOf } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { StartTraining } from './start-training';

const { trainModel } = modelNoun.endpoints;

@Controller()
export class TrainingController {
  constructor(private readonly starting: StartTraining) {}

  @Handles(trainModel)
  train(request: RequestOf<typeof trainModel>, context: CallContext): Promise<ResponseOf<typeof trainModel>> {
    return this.starting.start(request, context);
  }
}
