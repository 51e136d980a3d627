import { Inject, Injectable } from '@nestjs/common';
import type { computeUsage, ResponseOf } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { DATASET_STORE, type DatasetStore } from '../dataset/dataset.ports';
import { STORAGE_LIMIT } from '../dataset/storage-limit';
import { CallerAllowance } from '../query/caller-allowance';

/** What the caller uses of what each caller may use at once; statements as this process knows them. */
@Injectable()
export class ReadUsage {
  constructor(
    private readonly allowance: CallerAllowance,
    @Inject(DATASET_STORE) private readonly datasets: DatasetStore,
    @Inject(STORAGE_LIMIT) private readonly storageLimit: number,
  ) {}

  async read({ principal }: CallContext): Promise<ResponseOf<typeof computeUsage>> {
    const { used, limit } = this.allowance.of(principal.id);
    return {
      queries: { used, limit },
      storage_bytes: { used: await this.datasets.bytesOf(principal.id), limit: this.storageLimit },
    };
  }
}
