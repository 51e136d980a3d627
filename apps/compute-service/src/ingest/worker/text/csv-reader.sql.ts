import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier, literal } from '@svc/duckdb-sql';
import { BAD_ROWS_TOLD } from '../../ingest-work';

/** How the engine's CSV reader must read; everything is explicit, because it guesses the rest. */
export interface CsvReading {
  readonly path: string;
  readonly delimiter: string;
  readonly quote: '"' | '';
  readonly header: boolean;
  readonly columns: readonly string[];
  readonly nullValues: readonly string[];
}

/** A row that the engine could not read, with its message. */
export interface Reject {
  readonly line: number;
  /** Offset of the row's first byte, from 0. */
  readonly byte: number;
  /** The field (from 1) where the error was found; null for the row as a whole. */
  readonly field: number | null;
  readonly type: string;
  readonly message: string;
}

/** The longest record. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** The engine's reader with its table of rejected rows, which needs a new name for every read. */
export class CsvReader {
  private reads = 0;

  constructor(private readonly reading: CsvReading) {}

  /** SQL for the rows as texts. Rejected rows are left out and listed; callers must check that list before using the rows. */
  rows(): string {
    this.reads += 1;
    const { path, delimiter, quote, header, columns, nullValues } = this.reading;
    const options = [
      literal(path),
      'auto_detect = false',
      `delim = ${literal(delimiter)}`,
      `quote = ${literal(quote)}`,
      `escape = ${literal(quote)}`,
      `header = ${String(header)}`,
      `columns = {${columns.map((name) => `${identifier(name)}: 'VARCHAR'`).join(', ')}}`,
      "compression = 'none'",
      'strict_mode = true',
      'null_padding = false',
      `nullstr = [${nullValues.map(literal).join(', ')}]`,
      'allow_quoted_nulls = false',
      `max_line_size = ${String(MAX_LINE_BYTES)}`,
      `buffer_size = ${String(2 * MAX_LINE_BYTES)}`,
      'store_rejects = true',
      `rejects_table = ${literal(this.table)}`,
      `rejects_scan = ${literal(`scans_${String(this.reads)}`)}`,
    ];
    return `read_csv(${options.join(', ')})`;
  }

  async rejectCount(connection: DuckDBConnection): Promise<number> {
    const reader = await connection.runAndReadAll(`SELECT count(*) FROM ${identifier(this.table)}`);
    return Number(reader.value(0, 0));
  }

  /** Scans the whole file for rows that cannot be read; returns the first of them in file order. */
  async rejects(connection: DuckDBConnection): Promise<Reject[]> {
    await connection.run(
      `SELECT ${this.reading.columns.map((name) => `count(${identifier(name)})`).join(', ')} FROM ${this.rows()}`,
    );
    const listed = await connection.runAndReadAll(
      `SELECT line, line_byte_position, column_idx, error_type, error_message FROM ${identifier(this.table)} ORDER BY line_byte_position LIMIT ${String(BAD_ROWS_TOLD)}`,
    );
    return listed.getRows().map(([line, byte, field, type, message]) => ({
      line: Number(line),
      byte: Number(byte) - 1,
      field: field === null || field === undefined ? null : Number(field),
      type: String(type),
      message: String(message),
    }));
  }

  private get table(): string {
    return `rejects_${String(this.reads)}`;
  }
}
