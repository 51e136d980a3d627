import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';
import { type CallContext, changedMeanwhile, OwnFacts, requireMatch } from '@svc/platform';
import { DATASET_READERS, DATASET_STORE, type DatasetReaders, type DatasetStore, topicOf } from './dataset.ports';
import { FindDataset } from './find-dataset';

/**
 * Deletes a dataset that no derivation reads. Its versions stay, because runs and certificates name them. Its rows count towards
 * the owner's storage until `RemoveDeletedRows` removes them. Callers who may not see the dataset cannot take its name.
 */
@Injectable()
export class DeleteDataset {
  constructor(
    @Inject(DATASET_STORE) private readonly store: DatasetStore,
    @Inject(DATASET_READERS) private readonly readers: DatasetReaders,
    private readonly finding: FindDataset,
    private readonly facts: OwnFacts,
  ) {}

  delete(name: string, ifMatch: string | undefined, context: CallContext): Promise<{ deleted: true }> {
    return this.facts.beforeRefusing([topicOf(name)], () => this.deleteUnread(name, ifMatch, context));
  }

  private async deleteUnread(
    name: string,
    ifMatch: string | undefined,
    context: CallContext,
  ): Promise<{ deleted: true }> {
    const { data_hash: newest } = (await this.finding.find(name, context.principal)).newest.table;
    requireMatch(`Dataset "${name}"`, newest, ifMatch);
    const { seen, unseen } = await this.readers.of(name, context);
    const users = [...seen, ...(unseen > 0 ? [`${unseen} that you may not see`] : [])];
    if (users.length > 0)
      throw new ProblemError('in-use', `"${name}" is an input of ${users.join(', ')}. Change or delete those first.`);
    if (!(await this.store.delete(name, newest, context.principal))) throw changedMeanwhile(`Dataset "${name}"`);
    return { deleted: true };
  }
}
