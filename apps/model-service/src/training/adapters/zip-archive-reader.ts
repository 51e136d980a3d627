import { Injectable } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';
import { type Entry, open, type ZipFile } from 'yauzl';
import type { ArchiveReader, Evidence } from '../training.ports';

/** Of one part; a card and an example are some kilobytes. */
const MAX_PART_BYTES = 1024 * 1024;
const MAX_PARTS = 1_000;
const CARD = 'model_card.md';
const EXAMPLE = 'model/input_example.json';

/** Reads two small parts of an engine's archive, which is as untrusted as the engine: nothing else is inflated. */
@Injectable()
export class ZipArchiveReader implements ArchiveReader {
  async read(path: string): Promise<Evidence> {
    const zip = await opened(path).catch(badArchive);
    try {
      const parts = await partsOf(zip, new Set([CARD, EXAMPLE])).catch(badArchive);
      return { card: parts.get(CARD) ?? '', inputExample: exampleIn(parts.get(EXAMPLE)) };
    } finally {
      zip.close();
    }
  }
}

function badArchive(error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw new ProblemError('training-failed', `What the engine made cannot be read: ${why}`);
}

function exampleIn(text: string | undefined): unknown {
  return text === undefined ? null : JSON.parse(text);
}

function opened(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(error);
    });
  });
}

function partsOf(zip: ZipFile, wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  if (zip.entryCount > MAX_PARTS) return Promise.reject(new Error(`it has more than ${MAX_PARTS} parts`));
  return new Promise((resolve, reject) => {
    const parts = new Map<string, string>();
    zip.on('error', reject);
    zip.on('end', () => resolve(parts));
    zip.on('entry', (entry: Entry) => {
      if (!wanted.has(entry.fileName)) return zip.readEntry();
      textOf(zip, entry).then((text) => {
        parts.set(entry.fileName, text);
        zip.readEntry();
      }, reject);
    });
    zip.readEntry();
  });
}

function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  if (entry.uncompressedSize > MAX_PART_BYTES)
    return Promise.reject(new Error(`${entry.fileName} is larger than ${MAX_PART_BYTES} bytes`));
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error !== null) return reject(error);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    });
  });
}
