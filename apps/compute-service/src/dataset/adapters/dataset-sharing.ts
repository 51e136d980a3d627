import type { FactoryProvider } from '@nestjs/common';
import type { AccessState, RequestOf, shareDataset } from '@svc/contracts';
import { type CallContext, ObjectSharing, OwnFacts, sharedRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { topicOf } from '../dataset.ports';
import { noDataset } from '../no-dataset';

/** Injects the {@link ObjectSharing} of datasets. */
export const DATASET_SHARING = Symbol('sharing of datasets');

/** Access columns in the table of the datasets themselves. A change, and a refusal, is answered once no replica goes by what was before. */
class DatasetSharing extends ObjectSharing {
  constructor(
    source: DataSource,
    private readonly facts: OwnFacts,
  ) {
    super('dataset', sharedRows(source, 'dataset', noDataset));
  }

  override async share(request: RequestOf<typeof shareDataset>, context: CallContext): Promise<AccessState> {
    const topic = topicOf(request.params.name);
    const shared = await this.facts.beforeRefusing([topic], () => super.share(request, context));
    await this.facts.changed(topic);
    return shared;
  }
}

export const datasetSharing: FactoryProvider = {
  provide: DATASET_SHARING,
  useFactory: (source: DataSource, facts: OwnFacts) => new DatasetSharing(source, facts),
  inject: [DataSource, OwnFacts],
};
