import { stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier } from '@svc/duckdb-sql';
import { checkColumnNames } from '../../../table/column-names';
import type { BadRow, IngestWork } from '../../ingest-work';
import { csvDialect } from './csv-dialect';
import { lineAtByte, lineOfRecordOver, linesOfRecords } from './csv-lines';
import { CsvReader, MAX_LINE_BYTES, type Reject } from './csv-reader.sql';
import { BadRows } from '../ingest-refused';
import type { TextColumn, TextSource } from './text-source';

const TOO_LONG = 'is longer than 16 MiB; a quote in it may be left open';
const MESSAGES: Readonly<Record<string, string>> = {
  'MISSING COLUMNS': 'has fewer fields than the first line names',
  'TOO MANY COLUMNS': 'has more fields than the first line names',
  'UNQUOTED VALUE': 'has a quote that is not closed, or text after a closing quote',
  'LINE SIZE OVER MAXIMUM': TOO_LONG,
  'INVALID ENCODING': 'is not UTF-8 text',
};

/** A CSV file by RFC 4180: a line of names, then rows. An empty field is missing; an empty pair of quotes is empty text. */
export class CsvSource implements TextSource {
  readonly rowProblem = 'NULL';
  readonly columns: readonly TextColumn[];

  private constructor(
    private readonly path: string,
    private readonly delimiter: string,
    names: readonly string[],
    private readonly reader: CsvReader,
  ) {
    this.columns = names.map((name, at) => ({ name, text: identifier(`c${String(at)}`), kind: null }));
  }

  static async open({ path, nullValues }: IngestWork): Promise<CsvSource> {
    const { delimiter, header } = await csvDialect(path);
    checkColumnNames(header);
    await refuseEndless(path, delimiter);
    const reader = new CsvReader({
      path,
      delimiter,
      quote: '"',
      header: true,
      columns: header.map((_, at) => `c${String(at)}`),
      nullValues,
    });
    return new CsvSource(path, delimiter, header, reader);
  }

  rows(numbered: boolean): string {
    return numbered ? `(SELECT row_number() OVER () AS n, * FROM ${this.reader.rows()})` : this.reader.rows();
  }

  linesOf(_connection: DuckDBConnection, rows: ReadonlySet<number>): Promise<Map<number, number>> {
    return linesOfRecords(this.path, { delimiter: this.delimiter, oneColumn: this.columns.length === 1 }, rows);
  }

  leftOut(connection: DuckDBConnection): Promise<number> {
    return this.reader.rejectCount(connection);
  }

  async brokenRows(connection: DuckDBConnection): Promise<BadRow[]> {
    const rejects = await this.reader.rejects(connection);
    return Promise.all(rejects.map((reject) => this.told(reject)));
  }

  private async told({ byte, field, type, message }: Reject): Promise<BadRow> {
    const known = MESSAGES[type];
    const column = field === null || known === undefined ? null : (this.columns[field - 1]?.name ?? null);
    return { line: await lineAtByte(this.path, byte), column, message: known ?? message };
  }
}

/** A record that the engine would drop silently. A file shorter than the longest allowed record has none. */
async function refuseEndless(path: string, delimiter: string): Promise<void> {
  if ((await stat(path)).size <= MAX_LINE_BYTES) return;
  const line = await lineOfRecordOver(path, delimiter, MAX_LINE_BYTES);
  if (line !== null) throw new BadRows([{ line, column: null, message: TOO_LONG }]);
}
