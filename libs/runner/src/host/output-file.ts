import { type FileHandle, open, rm } from 'node:fs/promises';

/** How a whole file of a format begins and ends. Everything finer is for whoever reads it. */
const FORMATS = {
  parquet: { begins: 'PAR1', ends: 'PAR1', minBytes: 12 },
  zip: { begins: 'PK\u0003\u0004', ends: '', minBytes: 22 },
} as const;

/**
 * The file in which the service keeps what a sandbox sends. Only the service ever opens it, so nothing that the
 * author's code left running, kept open or allocated can change it, or its size, afterwards.
 */
export class OutputFile {
  private written = 0;

  private constructor(
    private readonly file: FileHandle,
    private readonly maxBytes: number,
  ) {}

  /**
   * Creates the file at `path` and does the work that fills it; removes it again unless the work succeeded and `keeps`
   * its outcome. Rejects with EEXIST, before the work, when there is a file at `path`.
   */
  static async during<T>(
    { path, maxBytes }: { readonly path: string; readonly maxBytes: number },
    work: (output: OutputFile) => Promise<T>,
    keeps: (outcome: T) => boolean,
  ): Promise<T> {
    const file = await open(path, 'wx+', 0o600);
    let kept = false;
    try {
      const outcome = await work(new OutputFile(file, maxBytes));
      kept = keeps(outcome);
      return outcome;
    } finally {
      await file.close();
      if (!kept) await rm(path, { force: true });
    }
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

  async looksLike(format: keyof typeof FORMATS): Promise<boolean> {
    const { begins, ends, minBytes } = FORMATS[format];
    if (this.written < minBytes) return false;
    return (await this.textAt(0, begins.length)) === begins && (await this.textAt(-ends.length, ends.length)) === ends;
  }

  private async textAt(position: number, length: number): Promise<string> {
    const bytes = Buffer.alloc(length);
    await this.file.read(bytes, 0, length, position < 0 ? this.written + position : position);
    return bytes.toString('latin1');
  }
}
