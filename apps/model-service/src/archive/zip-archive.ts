import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ProblemError } from '@svc/contracts';
import { type Entry, open, type ZipFile } from 'yauzl';

/** As in the engines' own reader (`svc_engines/archive.py`). */
const MAX_PARTS = 10_000;

/** Nothing can be read from what an engine made; `detail` says why. */
export class BadArchive extends ProblemError {
  constructor(detail: string, cause?: unknown) {
    super('training-failed', detail, { cause });
  }
}

/**
 * What an engine made: a model and its evidence in one file. It is as untrusted as the engine, so parts are read one at a
 * time and never become more bytes than they say.
 */
export class ZipArchive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** Rejects with {@link BadArchive} when the file is none. Close it afterwards. */
  static async open(path: string): Promise<ZipArchive> {
    try {
      const zip = await opened(path);
      return new ZipArchive(zip, await entriesOf(zip));
    } catch (error) {
      throw unreadable(error);
    }
  }

  /** In the order in which they were written. */
  get parts(): { readonly path: string; readonly bytes: number }[] {
    return [...this.entries.values()].map((it) => ({ path: it.fileName, bytes: it.uncompressedSize }));
  }

  /** The bytes of a part as they are inflated; null if there is no such part. */
  async stream(name: string): Promise<Readable | null> {
    const entry = this.entries.get(name);
    if (entry === undefined) return null;
    return new Promise((resolve, reject) => {
      this.zip.openReadStream(entry, (error, stream) => {
        if (error === null) resolve(stream);
        else reject(error);
      });
    });
  }

  /** Null if there is no such part. */
  bytesOf(name: string): number | null {
    return this.entries.get(name)?.uncompressedSize ?? null;
  }

  /** A small part; null if there is none, or if it is larger than `maxBytes`. Rejects with {@link BadArchive} when it is damaged. */
  async text(name: string, maxBytes: number): Promise<string | null> {
    const bytes = this.bytesOf(name);
    if (bytes === null || bytes > maxBytes) return null;
    try {
      const stream = await this.stream(name);
      return stream === null ? null : await text(stream);
    } catch (error) {
      throw unreadable(error);
    }
  }

  close(): void {
    this.zip.close();
  }
}

function unreadable(error: unknown): BadArchive {
  return new BadArchive(
    `What the engine made cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    error,
  );
}

function opened(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(error);
    });
  });
}

/** Closes the file when they cannot be read. */
async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  try {
    if (zip.entryCount > MAX_PARTS) throw new Error(`it has more than ${MAX_PARTS} parts`);
    return await new Promise((resolve, reject) => {
      const entries = new Map<string, Entry>();
      zip.on('error', reject);
      zip.on('end', () => resolve(entries));
      zip.on('entry', (entry: Entry) => {
        entries.set(entry.fileName, entry);
        zip.readEntry();
      });
      zip.readEntry();
    });
  } catch (error) {
    zip.close();
    throw error;
  }
}
