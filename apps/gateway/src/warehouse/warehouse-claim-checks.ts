import type { Readable } from 'node:stream';
import type { ClaimCheckStore } from '@svc/platform';
import type { StoredObject, Warehouse } from '@svc/warehouse';

/** Payloads too large for a message, in the result area of the warehouse, where they are swept after a while. */
export class WarehouseClaimChecks implements ClaimCheckStore {
  constructor(private readonly warehouse: Promise<Pick<Warehouse, 'results'>>) {}

  async put(content: Uint8Array | Readable): Promise<StoredObject> {
    return (await this.warehouse).results.put(content);
  }

  async open(object: string): Promise<Readable> {
    return (await this.warehouse).results.open(object);
  }
}
