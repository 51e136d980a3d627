import { Controller } from '@nestjs/common';
import { computeUsage, type RequestOf, type ResponseOf } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ReadUsage } from './read-usage';

@Controller()
export class UsageController {
  constructor(private readonly usage: ReadUsage) {}

  @Handles(computeUsage)
  get(_request: RequestOf<typeof computeUsage>, context: CallContext): Promise<ResponseOf<typeof computeUsage>> {
    return this.usage.read(context);
  }
}
