import { Controller, Inject } from '@nestjs/common';
import { getUsage, type RequestOf, type ResponseOf } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ReadUsage } from './read-usage';

/** `usage.get`. */
@Controller()
export class UsageController {
  constructor(@Inject(ReadUsage) private readonly usage: ReadUsage) {}

  @Handles(getUsage)
  get(_request: RequestOf<typeof getUsage>, context: CallContext): Promise<ResponseOf<typeof getUsage>> {
    return this.usage.read(context);
  }
}
