import { Controller } from '@nestjs/common';
import { exportOsi, importOsi, type RequestOf, type ResponseOf } from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { ExportOsi } from './export-osi';
import { ImportOsi } from './import-osi';

@Controller()
export class OsiController {
  constructor(
    private readonly exporting: ExportOsi,
    private readonly importing: ImportOsi,
  ) {}

  @Handles(exportOsi)
  export(_: RequestOf<typeof exportOsi>, { principal }: CallContext): Promise<ResponseOf<typeof exportOsi>> {
    return this.exporting.export(principal);
  }

  @Handles(importOsi)
  import(request: RequestOf<typeof importOsi>, context: CallContext): Promise<ResponseOf<typeof importOsi>> {
    return this.importing.import(request, context);
  }
}
