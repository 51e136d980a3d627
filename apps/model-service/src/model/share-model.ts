import { Inject, Injectable } from '@nestjs/common';
import { ObjectSharing } from '@svc/platform';
import { MODEL_STORE, type ModelStore } from './model.ports';
import { ReadModels } from './read-models';

/** Changes a model's visibility and owner. */
@Injectable()
export class ShareModel extends ObjectSharing {
  constructor(reading: ReadModels, @Inject(MODEL_STORE) models: ModelStore) {
    super('model', { find: (name, who) => reading.find(name, who), share: (...change) => models.share(...change) });
  }
}
