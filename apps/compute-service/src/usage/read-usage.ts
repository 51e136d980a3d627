import { Inject, Injectable } from '@nestjs/common';
import type { computeUsage, ResponseOf } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { DATASET_STORE, type DatasetStore } from '../dataset/dataset.ports';
import { STORAGE_LIMIT } from '../dataset/storage-limit';
import { type SharedWarehouse, WAREHOUSE } from '../warehouse';
import { HeldBytes } from './held-bytes';
import { CallerAllowance } from '../query-engine/caller-allowance';

/** The caller's current usage of their limits; statements as this process counts them. */
@Injectable()
export class ReadUsage {
  constructor(
    private readonly allowance: CallerAllowance,
    @Inject(DATASET_STORE) private readonly datasets: DatasetStore,
    @Inject(STORAGE_LIMIT) private readonly storageLimit: number,
    @Inject(WAREHOUSE) private readonly warehouse: SharedWarehouse,
    private readonly held: HeldBytes,
  ) {}

  async read({ principal }: CallContext): Promise<ResponseOf<typeof computeUsage>> {
    const { used, limit } = this.allowance.of(principal.id);
    const { results } = this.warehouse;
    return {
      queries: { used, limit },
      storage_bytes: { used: await this.datasets.bytesOf(principal.id), limit: this.storageLimit },
      answer_bytes: await results.usage(principal.id),
      ...(principal.role === 'admin' ? { disk: await this.disk() } : {}),
    };
  }

  private async disk(): Promise<ResponseOf<typeof computeUsage>['disk']> {
    const { floor, results, work } = this.warehouse;
    const [{ size, free, reserve }, answer_bytes, work_bytes, held_bytes] = await Promise.all([
      floor.report(),
      results.total(),
      work.usage(),
      this.held.byKind(),
    ]);
    return { size_bytes: size, free_bytes: free, reserve_bytes: reserve, answer_bytes, work_bytes, held_bytes };
  }
}
