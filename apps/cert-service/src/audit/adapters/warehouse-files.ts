import type { Warehouse } from '@svc/warehouse';
import type { AuditFiles, StoredFile } from '../audit.ports';

/** The warehouse, which the gateway streams files from: immutable objects for what is kept, results for what is only fetched. */
export class WarehouseFiles implements AuditFiles {
  constructor(private readonly warehouse: Warehouse) {}

  keep(path: string): Promise<StoredFile> {
    return this.warehouse.put(path);
  }

  has(object: string): Promise<boolean> {
    return this.warehouse.has(object);
  }

  offer(text: string): Promise<StoredFile> {
    return this.warehouse.results.put(Buffer.from(text));
  }
}
