import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Column } from '@svc/contracts';
import { environmentOf, type RunningStack } from './running-stack';

/**
 * Where the rows of a dataset or derivation lie: the Parquet object of the warehouse that has exactly its columns and so
 * many rows, the newest if there are several. No operation tells it, rightly; whoever owns the machine may look.
 */
export class StoredObjects {
  constructor(
    private readonly stack: RunningStack,
    private readonly connection: DuckDBConnection,
  ) {}

  async ofDataset(name: string): Promise<string> {
    const { version } = await this.stack.client.getDataset({ params: { name } });
    return this.find(version.columns, version.rows);
  }

  async ofDerivation(name: string): Promise<string> {
    const { newest_run } = await this.stack.client.getDerivation({ params: { name } });
    const { columns } = await this.stack.client.getRows({ params: { name }, query: { limit: 1 } });
    return this.find(columns, newest_run?.rows ?? 0);
  }

  private async find(columns: readonly Column[], rows: number): Promise<string> {
    const wanted = columns.map((it) => it.name).join();
    for (const file of objectsOf(environmentOf(this.stack, 'compute')['SVC_WAREHOUSE'] ?? '')) {
      if ((await this.rowsOf(file)) === rows && (await this.columnsOf(file)).join() === wanted) return file;
    }
    throw new Error(`no object has ${String(rows)} rows of ${wanted}`);
  }

  private async rowsOf(file: string): Promise<number> {
    return Number(
      (await this.connection.runAndReadAll('SELECT num_rows FROM parquet_file_metadata($1)', [file])).value(0, 0),
    );
  }

  private async columnsOf(file: string): Promise<readonly string[]> {
    return (await this.connection.runAndReadAll(`FROM read_parquet('${file}') LIMIT 0`)).columnNames();
  }
}

/** Tables, newest first: objects also hold code and pictures. */
function objectsOf(warehouse: string): readonly string[] {
  const root = path.join(warehouse, 'sha256');
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => path.join(it.parentPath, it.name));
  return files.filter(isParquet).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
}

function isParquet(file: string): boolean {
  const handle = openSync(file, 'r');
  try {
    const magic = Buffer.alloc(4);
    readSync(handle, magic);
    return magic.toString('latin1') === 'PAR1';
  } finally {
    closeSync(handle);
  }
}
