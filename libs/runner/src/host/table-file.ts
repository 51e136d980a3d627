import { type FileHandle, open } from 'node:fs/promises';

const PARQUET_MAGIC = Buffer.from('PAR1');
const MIN_PARQUET_BYTES = 12;

/**
 * The file in which the service keeps the table that a sandbox sends. Only the service ever opens it, so nothing that
 * the author's code left running, kept open or allocated can change it, or its size, afterwards.
 */
export class TableFile {
  private written = 0;

  private constructor(
    readonly path: string,
    private readonly file: FileHandle,
    private readonly maxBytes: number,
  ) {}

  /** Rejects with EEXIST when there is a file at `path`. */
  static async create(path: string, maxBytes: number): Promise<TableFile> {
    return new TableFile(path, await open(path, 'wx+', 0o600), maxBytes);
  }

  get bytes(): number {
    return this.written;
  }

  /** Appends; false, and nothing is written, when the file would become larger than it may. */
  async append(chunk: Buffer): Promise<boolean> {
    if (this.written + chunk.length > this.maxBytes) return false;
    await this.file.writeFile(chunk);
    this.written += chunk.length;
    return true;
  }

  /** Whether the file begins and ends like Parquet. Everything finer is for whoever reads it. */
  async looksLikeParquet(): Promise<boolean> {
    if (this.written < MIN_PARQUET_BYTES) return false;
    const ends = Buffer.alloc(8);
    await this.file.read(ends, 0, 4, 0);
    await this.file.read(ends, 4, 4, this.written - 4);
    return ends.equals(Buffer.concat([PARQUET_MAGIC, PARQUET_MAGIC]));
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
