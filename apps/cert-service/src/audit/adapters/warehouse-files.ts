import type { Warehouse } from '@svc/warehouse';
import type { AuditFiles, StoredFile } from '../audit.ports';

/** The warehouse, from which the gateway streams files: immutable objects for archived segments, results for downloads. */
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
