import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { Warehouse } from '@svc/warehouse';
import { ZipArchive } from '../../archive/zip-archive';
import { WAREHOUSE } from '../../warehouse';
import type { VersionFile, VersionFiles } from '../tracking.ports';

/** The folder of an archive that holds the model as MLflow reads it. */
const MODEL = 'model/';

/** Files of a version, from the archive that its training stored. yauzl refuses names that lead out of it. */
@Injectable()
export class ZipVersionFiles implements VersionFiles {
  constructor(@Inject(WAREHOUSE) private readonly warehouse: Warehouse) {}

  async list(archive: string): Promise<readonly VersionFile[]> {
    const zip = await this.opened(archive);
    zip.close();
    return zip.parts
      .filter(({ path }) => path.startsWith(MODEL) && !path.endsWith('/'))
      .map(({ path, bytes }) => ({ path: path.slice(MODEL.length), bytes }));
  }

  async read(archive: string, path: string): Promise<{ readonly bytes: number; readonly stream: Readable } | null> {
    const zip = await this.opened(archive);
    const bytes = zip.bytesOf(`${MODEL}${path}`);
    const stream = await zip.stream(`${MODEL}${path}`);
    // A part that is being read keeps the file open.
    zip.close();
    return bytes === null || stream === null ? null : { bytes, stream };
  }

  private async opened(archive: string): Promise<ZipArchive> {
    const { path } = await this.warehouse.localFile(archive);
    return ZipArchive.open(path);
  }
}
