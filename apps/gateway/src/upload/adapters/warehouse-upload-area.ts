import { spaceProblem } from '@svc/platform';
import type { Warehouse } from '@svc/warehouse';
import type { StagedUpload, UploadArea } from '../upload.ports';

/** Uploads in the staging area of the warehouse. */
export class WarehouseUploadArea implements UploadArea {
  constructor(private readonly warehouse: Pick<Warehouse, 'stage'>) {}

  async stage(source: AsyncIterable<Uint8Array>): Promise<StagedUpload> {
    const file = await this.warehouse.stage();
    try {
      const { bytes } = await file.write(source);
      return { id: file.id, bytes, discard: () => file.discard() };
    } catch (error) {
      await file.discard();
      throw spaceProblem(error) ?? error;
    }
  }
}
