import { Inject, Injectable } from '@nestjs/common';
import { type Warehouse, WarehouseError } from '@svc/warehouse';
import { type Entry, open, type ZipFile } from 'yauzl';
import { WAREHOUSE } from '../../warehouse';
import { BadArchive, type ModelArchives } from '../scorer.ports';

const MAX_PARTS = 1_000;

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
  const zip = await opened(path);
  try {
    const entry = await entryOf(zip, name);
    if (entry === null) return null;
    if (entry.uncompressedSize > maxBytes) throw new BadArchive(`${name} is larger than ${maxBytes} bytes`);
    return await textOf(zip, entry);
  } finally {
    zip.close();
  }
}

function opened(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(unreadable(error));
    });
  });
}

function entryOf(zip: ZipFile, name: string): Promise<Entry | null> {
  if (zip.entryCount > MAX_PARTS) return Promise.reject(new BadArchive(`it has more than ${MAX_PARTS} parts`));
  return new Promise((resolve, reject) => {
    zip.on('error', (error: Error) => reject(unreadable(error)));
    zip.on('end', () => resolve(null));
    zip.on('entry', (entry: Entry) => {
      if (entry.fileName === name) resolve(entry);
      else zip.readEntry();
    });
    zip.readEntry();
  });
}

function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error !== null) return reject(unreadable(error));
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', (broken: Error) => reject(unreadable(broken)));
      stream.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    });
  });
}

function unreadable(error: Error): BadArchive {
  return new BadArchive(`its archive cannot be read: ${error.message}`, { cause: error });
}
