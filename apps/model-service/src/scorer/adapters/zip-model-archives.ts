import { Inject, Injectable } from '@nestjs/common';
import { type Warehouse, WarehouseError } from '@svc/warehouse';
import { BadArchive, ZipArchive } from '../../archive/zip-archive';
import { WAREHOUSE } from '../../warehouse';
import type { ModelArchives } from '../scorer.ports';

/** Inflates the one part that is asked for, and only as much of it as is allowed. */
@Injectable()
export class ZipModelArchives implements ModelArchives {
  constructor(@Inject(WAREHOUSE) private readonly warehouse: Pick<Warehouse, 'localFile'>) {}

  async part(object: string, name: string, maxBytes: number): Promise<string | null> {
    const before = await this.file(object);
    const text = await partOf(before.path, name, maxBytes);
    const after = await this.file(object);
    if (after.version !== before.version) throw new Error(`the archive ${object} was replaced while it was read`);
    return text;
  }

  private async file(object: string) {
    try {
      return await this.warehouse.localFile(object);
    } catch (error) {
      if (error instanceof WarehouseError && error.code === 'no-such-object')
        throw new BadArchive('its archive is not in the warehouse');
      throw error;
    }
  }
}

async function partOf(path: string, name: string, maxBytes: number): Promise<string | null> {
  const archive = await ZipArchive.open(path);
  try {
    if ((archive.bytesOf(name) ?? 0) > maxBytes) throw new BadArchive(`${name} is larger than ${maxBytes} bytes`);
    return await archive.text(name, maxBytes);
  } finally {
    archive.close();
  }
}
