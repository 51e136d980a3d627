import { ProblemError } from '@svc/contracts';
import { type Warehouse, WarehouseError } from '@svc/warehouse';
import type { StagedUpload, UploadArea } from '../upload/upload.ports';

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
      if (error instanceof WarehouseError && error.code === 'no-space')
        throw new ProblemError('unavailable', 'The warehouse has no room for this file. Tell your operator.', {
          cause: error,
          retryAfter: 60,
        });
      throw error;
    }
  }
}
