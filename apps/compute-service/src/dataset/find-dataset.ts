import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '@svc/contracts';
import { noDataset } from './no-dataset';
import type { StoredDataset } from './dataset';
import { DATASET_STORE, type DatasetStore } from './dataset.ports';

/** A dataset by its name, as everything that shows one of it goes: for whom may not see it, it is not there. */
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
