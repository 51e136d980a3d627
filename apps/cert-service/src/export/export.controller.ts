import { Controller } from '@nestjs/common';
import { exportDerivation, type RequestOf } from '@svc/contracts';
import { type CallContext, type ClaimedAnswer, Handles } from '@svc/platform';
import { ExportDerivation } from './export-derivation';

@Controller()
export class ExportController {
  constructor(private readonly exporting: ExportDerivation) {}

  @Handles(exportDerivation)
  export({ params }: RequestOf<typeof exportDerivation>, { principal }: CallContext): Promise<ClaimedAnswer> {
    return this.exporting.export(params.name, principal);
  }
}
