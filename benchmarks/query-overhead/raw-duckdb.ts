import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';
import type { Cell, Rows } from './answer';
import type { Statement } from './question';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const cell: z.ZodType<Cell> = z.json();

/** DuckDB in this process, with nothing of svc around it. */
export class RawDuckDb {
  private constructor(readonly connection: DuckDBConnection) {}

  /** With as many threads and as much memory as a query worker has, and what it remembers of files. */
  static async open(environment: Readonly<Record<string, string>>): Promise<RawDuckDb> {
    const instance = await DuckDBInstance.create(':memory:', {
      threads: environment['SVC_QUERY_THREADS'] ?? '1',
      memory_limit: `${environment['SVC_QUERY_MEMORY_MB'] ?? '1024'}MiB`,
    });
    const connection = await instance.connect();
    await connection.run("SET TimeZone = 'UTC'");
    await connection.run('SET parquet_metadata_cache = true');
    return new RawDuckDb(connection);
  }

  async name(table: string, file: string): Promise<void> {
    await this.connection.run(`CREATE OR REPLACE VIEW "${table}" AS FROM read_parquet('${file}')`);
  }

  async ask({ sql, parameters }: Statement): Promise<Rows> {
    const reader = await this.connection.runAndReadAll(
      sql,
      parameters.map((it) => scalar.parse(it)),
    );
    return z.array(z.array(cell)).parse(reader.getRowsJson());
  }

  async setting(name: string): Promise<string> {
    return String((await this.connection.runAndReadAll('SELECT current_setting($1)', [name])).value(0, 0));
  }

  async version(): Promise<string> {
    return String((await this.connection.runAndReadAll('SELECT version()')).value(0, 0)).replace(/^v/, '');
  }

  close(): void {
    this.connection.closeSync();
  }
}
