import type { StagedFile, Warehouse } from '@svc/warehouse';
import { z } from 'zod';
import { columnType } from '@svc/contracts';
import type { VisibleFile, WorkerFolder } from '../process/worker-folder';
import type { WorkerPool } from '../process/pool/worker-pool';
import { stageOutput } from '../table/stage-output';
import type { AnyIngestWork, CompareWork, FileReading } from './ingest-work';

const storedRows = z.object({
  columns: z.array(z.object({ name: z.string(), type: columnType })),
  rows: z.int().nonnegative(),
  data_hash: z.string(),
});
/** Rows as a canonical Parquet file, not yet an object of the warehouse. */
export type StoredRows = z.infer<typeof storedRows> & { readonly file: StagedFile };

const comparison = z.object({ within: z.boolean(), detail: z.string() });
export type Comparison = z.infer<typeof comparison>;

/** How long reading a file may take, and how many rows a table may have. */
export interface IngestLimits {
  readonly timeoutMs: number;
  readonly maxRows: number;
}

/** The caller, and a signal that ends the work. Callers take turns. */
export interface IngestOrigin {
  readonly caller: string;
  readonly signal: AbortSignal;
}

type Progress = (folder: WorkerFolder) => AnyIngestWork;

/**
 * Turns untrusted files into stored rows. Every file is read by a process of its own that sees only that file
 * and ends afterwards. Rejects with `WorkFailed` (codes `bad-rows`, `refused`, `unsupported`, or the engine's),
 * `WorkStopped`, `PoolOverloaded` or `WorkerDied`.
 */
export class IngestEngine {
  constructor(
    private readonly pool: WorkerPool<AnyIngestWork>,
    private readonly warehouse: Warehouse,
    private readonly limits: IngestLimits,
  ) {}

  /** Reads an upload in one of the text formats or Parquet. */
  readFile(path: string, reading: FileReading, origin: IngestOrigin): Promise<StoredRows> {
    return this.store([{ name: 'upload', path }], origin, (folder, output) => ({
      kind: 'ingest',
      ...reading,
      path: folder.pathOf('upload'),
      output,
      scratch: folder.newOutput(),
      maxRows: this.limits.maxRows,
    }));
  }

  /** Reads the Parquet file that a derivation's own code wrote. */
  readOutput(path: string, ordered: boolean, origin: IngestOrigin): Promise<StoredRows> {
    return this.store([{ name: 'output', path }], origin, (folder, output) => ({
      kind: 'adopt',
      path: folder.pathOf('output'),
      ordered,
      output,
      scratch: folder.newOutput(),
      maxRows: this.limits.maxRows,
    }));
  }

  /** Identifies a Parquet file that the query path wrote; `file` stays where it is. */
  async identify(file: StagedFile, ordered: boolean, origin: IngestOrigin): Promise<StoredRows> {
    const work: Progress = (folder) => ({
      kind: 'identify',
      path: folder.pathOf('output'),
      ordered,
      scratch: folder.newOutput(),
      maxRows: this.limits.maxRows,
    });
    const found = await this.run([{ name: 'output', path: file.path }], origin, work, (answer) =>
      storedRows.parse(answer),
    );
    return { ...found, file };
  }

  /** Compares two canonical Parquet files within a relative tolerance. */
  compare(
    first: string,
    second: string,
    options: Pick<CompareWork, 'ordered' | 'tolerance'>,
    origin: IngestOrigin,
  ): Promise<Comparison> {
    const files = [
      { name: 'first', path: first },
      { name: 'second', path: second },
    ];
    const work: Progress = (folder) => ({
      kind: 'compare',
      first: folder.pathOf('first'),
      second: folder.pathOf('second'),
      ...options,
    });
    return this.run(files, origin, work, (answer) => comparison.parse(answer));
  }

  private store(
    files: VisibleFile[],
    origin: IngestOrigin,
    work: (folder: WorkerFolder, output: string) => AnyIngestWork,
  ): Promise<StoredRows> {
    let output = '';
    const start: Progress = (folder) => {
      output = folder.newOutput();
      return work(folder, output);
    };
    return this.run(files, origin, start, async (answer) => ({
      ...storedRows.parse(answer),
      file: await stageOutput(this.warehouse, output),
    }));
  }

  private run<T>(
    files: VisibleFile[],
    origin: IngestOrigin,
    work: Progress,
    take: (answer: unknown) => T | Promise<T>,
  ): Promise<T> {
    return this.pool.run({ ...origin, files, timeoutMs: this.limits.timeoutMs, work }, take);
  }
}
