import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { requireProgram } from '@svc/testing';
import { openWarehouse } from '@svc/warehouse';
import { literal } from '@svc/duckdb-sql';
import { IngestEngine, type StoredRows } from '../src/ingest/ingest-engine';
import type { FileReading } from '../src/ingest/ingest-work';
import { openIngestPool } from '../src/ingest/open-ingest-pool';
import { compiledCode } from './compiled-code';
import { forever } from './query-stack';

/** The caller in tests that do not name one. */
export const TESTER = { caller: 'tester', signal: forever };

const MiB = 1024 * 1024;

/** An ingest engine on a private warehouse, as the service composes it. */
export interface IngestStack {
  readonly engine: IngestEngine;
  /** Reads a file with this content. */
  read(content: string | Uint8Array, reading: Partial<FileReading> & Pick<FileReading, 'format'>): Promise<StoredRows>;
  /** Reads a Parquet file with the rows of a trusted SELECT. */
  readParquet(select: string, declared?: Readonly<Record<string, string>>): Promise<StoredRows>;
  /** A file with the rows of a trusted statement (`COPY (…) TO '$path'`). */
  make(copy: (path: string) => string): Promise<string>;
  /** The rows that were stored, as the engine prints them. */
  rowsOf(stored: StoredRows): Promise<unknown[][]>;
  /** Files in the staging area. */
  staged(): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startIngestStack(limits = { timeoutMs: 60_000, maxRows: 20_000_000 }): Promise<IngestStack> {
  const root = await mkdtemp(join(tmpdir(), 'ingest-stack-'));
  const warehouse = await openWarehouse(join(root, 'warehouse'));
  const pool = await openIngestPool({
    scratch: join(root, 'warehouse/scratch'),
    code: compiledCode(),
    bubblewrap: requireProgram('bwrap', 'bubblewrap'),
    patienceMs: 1_000,
    graceMs: 2_000,
    size: 1,
    queue: 8,
    memoryBytes: 512 * MiB,
    spillBytes: 4096 * MiB,
    threads: 2,
  });
  const engine = new IngestEngine(pool, warehouse, limits);
  const trusted = await DuckDBInstance.create(':memory:');
  const connection = await trusted.connect();
  let files = 0;
  const newPath = (): string => join(root, `file-${String((files += 1))}`);
  const make = async (copy: (path: string) => string): Promise<string> => {
    const path = newPath();
    await connection.run(copy(path));
    return path;
  };
  return {
    engine,
    make,
    async read(content, reading) {
      const path = newPath();
      await writeFile(path, content);
      return engine.readFile(path, { declared: {}, nullValues: [''], ...reading }, TESTER);
    },
    async readParquet(select, declared = {}) {
      const path = await make((it) => `COPY (${select}) TO ${literal(it)} (FORMAT parquet)`);
      return engine.readFile(path, { format: 'parquet', declared, nullValues: [] }, TESTER);
    },
    rowsOf: async (stored) =>
      (await connection.runAndReadAll(`FROM read_parquet(${literal(stored.file.path)})`)).getRowsJson(),
    staged: () => readdir(join(root, 'warehouse/staged')),
    async stop() {
      connection.closeSync();
      trusted.closeSync();
      await pool.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
