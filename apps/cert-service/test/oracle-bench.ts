import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Claim, TableVersion } from '@svc/contracts';
import { openWarehouse, type Warehouse } from '@svc/warehouse';
import type { LargeTables, SampleRequest } from '../src/oracle/large-tables';
import { OracleProcess, type OracleSettings } from '../src/oracle/oracle-process';
import type { OracleContext, OracleQuestion } from '../src/run/run.ports';

export const ROWS = 5000;
export const CLAIM: Claim = {
  question: 'B is higher than A',
  kind: 'comparison',
  roles: { group: 'side', value: 'height' },
  declared: { design: 'observational', pre_treatment: [] },
};
export const CONTRACT = {
  specVersion: '1.0',
  kind: 'DataContract',
  fields: [{ name: 'id', type: 'integer', constraints: { required: true, unique: true } }],
  table: { rowCount: { min: ROWS } },
};
export const CONTEXT: OracleContext = {
  principal: { id: 'ann', kind: 'user', role: 'editor', scopes: [], groups: [] },
  signal: new AbortController().signal,
};
const WORKER = join(__dirname, '../src/oracle/test/run-oracle-worker.js');

async function copyTo(file: string, sql: string): Promise<string> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`COPY (${sql}) TO '${file}' (FORMAT parquet)`);
  connection.closeSync();
  return file;
}

/** A warehouse with one table of heights, and oracle processes that judge it. */
export class OracleBench {
  /** The requests to `tables`. */
  readonly asked: SampleRequest[] = [];
  private readonly opened: OracleProcess[] = [];

  private constructor(
    readonly folder: string,
    readonly warehouse: Warehouse,
    readonly table: TableVersion,
  ) {}

  static async open(): Promise<OracleBench> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-oracle-'));
    const warehouse = await openWarehouse(join(folder, 'warehouse'));
    const file = await copyTo(
      join(folder, 'rows.parquet'),
      `SELECT i AS id, i // 4 AS unit, CASE WHEN i % 2 = 0 THEN 'A' ELSE 'B' END AS side, i % 2 + sin(i * 12.9898) / 2 AS height FROM range(${ROWS}) t(i)`,
    );
    const { object, bytes } = await warehouse.put(file);
    return new OracleBench(folder, warehouse, {
      data_hash: `sha256:${'4'.repeat(64)}`,
      object,
      rows: ROWS,
      bytes,
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'unit', type: 'integer' },
        { name: 'side', type: 'string' },
        { name: 'height', type: 'number' },
      ],
    });
  }

  async close(): Promise<void> {
    for (const one of this.opened) await one.onApplicationShutdown();
    await rm(this.folder, { recursive: true });
  }

  /** The rows of a statement as a Parquet file in the folder. */
  rowsAs(name: string, sql: string): Promise<string> {
    return copyTo(join(this.folder, name), sql);
  }

  /** Every second row, as compute-service might have chosen. */
  readonly tables: LargeTables = {
    sample: async (_, request) => {
      this.asked.push(request);
      const file = await this.warehouse.stage();
      await file.write(
        await this.rowsAs(
          'sample.parquet',
          `SELECT ${request.columns.join(', ')} FROM read_parquet('${join(this.folder, 'rows.parquet')}') WHERE id // 4 % 2 = 0`,
        ),
      );
      return { staged: file.id, rows: ROWS / 2, by: request.by };
    },
    oneRow: async (named, sql, parameters) => {
      const connection = await (await DuckDBInstance.create(':memory:')).connect();
      for (const [name, { object }] of Object.entries(named)) {
        const { path } = await this.warehouse.localFile(object);
        await connection.run(`CREATE VIEW ${name} AS FROM read_parquet('${path}')`);
      }
      const read = await connection.runAndReadAll(sql, [...parameters]);
      connection.closeSync();
      return read.getRowsJson()[0] ?? [];
    },
  };

  oracle(over: Partial<OracleSettings> = {}, behind = this.tables): OracleProcess {
    const one = new OracleProcess(this.warehouse, behind, {
      program: WORKER,
      memoryMb: 512,
      timeoutMs: 60_000,
      mostRows: ROWS,
      walls: null,
      ...over,
    });
    this.opened.push(one);
    return one;
  }

  question(over: Partial<OracleQuestion> = {}): OracleQuestion {
    return {
      derivation: 'heights',
      table: this.table,
      claim: CLAIM,
      contract: null,
      inputs: {},
      contractContext: { now: Date.UTC(2026, 0, 1), previousRowCount: null },
      reproducibility: { identical: true, tolerance: null, detail: 'same' },
      attempts: 3,
      seed: this.table.data_hash,
      ...over,
    };
  }
}
