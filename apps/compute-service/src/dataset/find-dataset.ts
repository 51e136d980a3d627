import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@svc/contracts';
import { noDataset } from './no-dataset';
import type { StoredDataset } from './dataset';
import { DATASET_STORE, type DatasetStore } from './dataset.ports';

/**
 * The dataset of that name, or `not-found`, also for callers who may not see it. Every access to a dataset goes through
 * here.
 */
@Injectable()
export class FindDataset {
  constructor(@Inject(DATASET_STORE) private readonly store: DatasetStore) {}

  /** Rejects with `not-found`. */
  async find(name: string, who: Principal): Promise<StoredDataset> {
    const [found] = await this.store.findAll([name], who);
    if (found === undefined) throw noDataset(name);
    return found;
  }
}
