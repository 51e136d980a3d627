import { DuckDBInstance, listValue, LIST, VARCHAR, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import type { Column, Json, SqlValue } from '@svc/contracts';
import type { CompiledQuery } from '../src/metric/query/metric-query.sql';

/** A cell of a row: decimals as text, times as UTC text. */
export type Cell = string | number | boolean | null;

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<string, Cell>>[];
}

const SQL_TYPES: Readonly<Record<string, string>> = {
  boolean: 'BOOLEAN',
  integer: 'BIGINT',
  number: 'DOUBLE',
  string: 'VARCHAR',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A real DuckDB with named tables, running compiled queries as the query pool would: values bound, never inlined. */
export class DuckDbTables {
  private constructor(private readonly connection: DuckDBConnection) {}

  static async open(): Promise<DuckDbTables> {
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await instance.connect();
    // Answers must not depend on the time zone of the session.
    await connection.run("SET TimeZone = 'America/New_York'");
    return new DuckDbTables(connection);
  }

  close(): void {
    this.connection.closeSync();
  }

  /** Replaces a table. */
  async put(name: string, table: Table): Promise<void> {
    const columns = table.columns.map((it) => `${quoted(it.name)} ${SQL_TYPES[it.type] ?? it.type}`).join(', ');
    await this.connection.run(`CREATE OR REPLACE TABLE ${quoted(name)} (${columns})`);
    if (table.rows.length === 0) return;
    const values: DuckDBValue[] = [];
    const tuples = table.rows.map((row) => {
      const places = table.columns.map((it) => {
        const cell = row[it.name] ?? null;
        values.push(
          it.type === 'timestamptz' && cell !== null ? `${String(cell)}+00` : cell === null ? null : String(cell),
        );
        return `CAST($${values.length} AS ${SQL_TYPES[it.type] ?? it.type})`;
      });
      return `(${places.join(', ')})`;
    });
    await this.connection.run(`INSERT INTO ${quoted(name)} VALUES ${tuples.join(', ')}`, values);
  }

  async query(compiled: Pick<CompiledQuery, 'text' | 'values'>): Promise<{
    readonly names: readonly string[];
    readonly types: readonly string[];
    readonly rows: readonly (readonly Json[])[];
  }> {
    const statement = await this.connection.prepare(compiled.text);
    statement.bind(
      compiled.values.map(toDuckDb),
      compiled.values.map((it) => (Array.isArray(it) ? LIST(VARCHAR) : VARCHAR)),
    );
    const reader = await statement.runAndReadAll();
    return { names: reader.columnNames(), types: reader.columnTypes().map(String), rows: reader.getRowsJson() };
  }
}

function toDuckDb(value: SqlValue): DuckDBValue {
  return Array.isArray(value) ? listValue(value) : value;
}
