import { Controller, Inject } from '@nestjs/common';
import { heldByRuns, type RequestOf, type ResponseOf } from '@svc/contracts';
import { Handles } from '@svc/platform';
import { EVIDENCE_STORE, type EvidenceStore } from './evidence.ports';

@Controller()
export class EvidenceController {
  constructor(@Inject(EVIDENCE_STORE) private readonly evidence: EvidenceStore) {}

  @Handles(heldByRuns)
  async held({ tables }: RequestOf<typeof heldByRuns>): Promise<ResponseOf<typeof heldByRuns>> {
    return { held: await this.evidence.heldOf(tables) };
  }
}
