import { Controller, Inject } from '@nestjs/common';
import { heldByModels, type RequestOf, type ResponseOf } from '@svc/contracts';
import { Handles } from '@svc/platform';
import { MODEL_STORE, type ModelStore } from './model.ports';

/** Says which stored rows versions were trained on, so that they are not removed. */
@Controller()
export class EvidenceController {
  constructor(@Inject(MODEL_STORE) private readonly models: ModelStore) {}

  @Handles(heldByModels)
  async held({ tables }: RequestOf<typeof heldByModels>): Promise<ResponseOf<typeof heldByModels>> {
    const used = await this.models.trainedOn(tables.map((it) => it.data_hash));
    return { held: tables.flatMap((it) => (used.has(it.data_hash) ? [it.object] : [])) };
  }
}
