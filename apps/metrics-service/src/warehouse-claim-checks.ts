import type { Readable } from 'node:stream';
import type { ClaimCheckStore } from '@svc/platform';
import type { StoredObject, Warehouse } from '@svc/warehouse';

/** Answers too large for a message: those of the query workers come this way, and ours leave it. */
export class WarehouseClaimChecks implements ClaimCheckStore {
  constructor(private readonly warehouse: Promise<Pick<Warehouse, 'results'>>) {}

  async put(content: Uint8Array | Readable): Promise<StoredObject> {
    return (await this.warehouse).results.put(content);
  }

  async open(object: string): Promise<Readable> {
    return (await this.warehouse).results.open(object);
  }
}
