import { Controller } from '@nestjs/common';
import { type RequestOf, type ResponseOf, takeOverDerivation } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { TakeOverDerivation } from './take-over-derivation';

@Controller()
export class TakeOverController {
  constructor(private readonly taking: TakeOverDerivation) {}

  @Handles(takeOverDerivation)
  takeOver(
    { params, if_match: ifMatch }: RequestOf<typeof takeOverDerivation>,
    context: CallContext,
  ): Promise<ResponseOf<typeof takeOverDerivation>> {
    return this.taking.run(params.name, ifMatch, context);
  }
}
