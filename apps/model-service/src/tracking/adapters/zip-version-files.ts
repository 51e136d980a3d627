import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { Warehouse } from '@svc/warehouse';
import { type Entry, open, type ZipFile } from 'yauzl';
import { WAREHOUSE } from '../../warehouse';
import type { VersionFile, VersionFiles } from '../tracking.ports';

/** The folder of an archive that holds the model as MLflow reads it. */
const MODEL = 'model/';
const MAX_FILES = 10_000;

/** Files of a version, from the archive that its training stored. yauzl refuses names that lead out of it. */
@Injectable()
export class ZipVersionFiles implements VersionFiles {
  constructor(@Inject(WAREHOUSE) private readonly warehouse: Warehouse) {}

  async list(archive: string): Promise<readonly VersionFile[]> {
    const zip = await this.opened(archive);
    try {
      const entries = await entriesOf(zip);
      return entries.map((it) => ({ path: it.fileName.slice(MODEL.length), bytes: it.uncompressedSize }));
    } finally {
      zip.close();
    }
  }

  async read(archive: string, path: string): Promise<{ readonly bytes: number; readonly stream: Readable } | null> {
    const zip = await this.opened(archive);
    const entry = await entriesOf(zip).then(
      (all) => all.find((it) => it.fileName === `${MODEL}${path}`),
      (error: unknown) => {
        zip.close();
        throw error;
      },
    );
    if (entry === undefined) {
      zip.close();
      return null;
    }
    const stream = await streamOf(zip, entry);
    stream.once('close', () => zip.close());
    return { bytes: entry.uncompressedSize, stream };
  }

  private async opened(archive: string): Promise<ZipFile> {
    const { path } = await this.warehouse.localFile(archive);
    return new Promise((resolve, reject) => {
      open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
        if (error === null) resolve(zip);
        else reject(error);
      });
    });
  }
}

function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_FILES) return Promise.reject(new Error(`an archive with more than ${MAX_FILES} files`));
  return new Promise((resolve, reject) => {
    const found: Entry[] = [];
    zip.on('error', reject);
    zip.on('end', () => resolve(found));
    zip.on('entry', (entry: Entry) => {
      if (entry.fileName.startsWith(MODEL) && !entry.fileName.endsWith('/')) found.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error === null) resolve(stream);
      else reject(error);
    });
  });
}
