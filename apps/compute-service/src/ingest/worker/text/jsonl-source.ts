import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '@svc/duckdb-sql';
import { checkColumnNames } from '../../../table/column-names';
import type { BadRow, IngestWork } from '../../ingest-work';
import { CsvReader } from './csv-reader.sql';
import { FileRefused } from '../ingest-refused';
import { SAMPLE_ROWS } from './sample-rows';
import type { TextColumn, TextSource } from './text-source';

/** No JSON text holds this byte unescaped, so a line read with it as the delimiter is one field. */
const NEVER_IN_JSON = '\u0001';

/**
 * One JSON object per line; blank lines are skipped. The columns are the keys of the first rows in order of appearance,
 * then declared ones; a key that appears later is an error, never ignored. Lines are read as text and parsed with
 * JSON functions, because the engine's JSON reader ignores unknown keys and guesses dates.
 */
export class JsonLinesSource implements TextSource {
  readonly columns: readonly TextColumn[];
  readonly rowProblem: string;

  private constructor(
    private readonly reader: CsvReader,
    private readonly names: readonly string[],
  ) {
    this.columns = names.map((name, at) => ({
      name,
      text: `texts[${String(at + 1)}]`,
      kind: `kinds[${String(at + 1)}]`,
    }));
    this.rowProblem = rowProblem(names);
  }

  static async open(connection: DuckDBConnection, { path, declared }: IngestWork): Promise<JsonLinesSource> {
    const reader = new CsvReader({
      path,
      delimiter: NEVER_IN_JSON,
      quote: '',
      header: false,
      columns: ['line'],
      nullValues: [''],
    });
    const seen = await keysOf(connection, reader.rows());
    const names = [...seen, ...Object.keys(declared).filter((name) => !seen.includes(name))];
    if (names.length === 0) throw new FileRefused(await whyNameless(connection, reader.rows()));
    checkColumnNames(names);
    return new JsonLinesSource(reader, names);
  }

  rows(numbered: boolean): string {
    const paths = `[${this.names.map((name) => literal(pointer(name))).join(', ')}]`;
    const valid = 'json_valid(line)';
    return `(SELECT ${numbered ? 'n, ' : ''}line, CASE WHEN ${valid} THEN json_extract_string(line, ${paths}) END AS texts, CASE WHEN ${valid} THEN json_type(line, ${paths}) END AS kinds
      FROM (SELECT ${numbered ? 'row_number() OVER () AS n, ' : ''}line FROM ${this.reader.rows()}) WHERE line IS NOT NULL)`;
  }

  /** In this format a row is a line. */
  linesOf(_connection: DuckDBConnection, rows: ReadonlySet<number>): Promise<Map<number, number>> {
    return Promise.resolve(new Map([...rows].map((row) => [row, row])));
  }

  leftOut(connection: DuckDBConnection): Promise<number> {
    return this.reader.rejectCount(connection);
  }

  async brokenRows(connection: DuckDBConnection): Promise<BadRow[]> {
    const rejects = await this.reader.rejects(connection);
    return rejects.map(({ line, type, message }) => {
      if (type === 'TOO MANY COLUMNS')
        return { line, column: null, message: 'contains a control character that JSON must escape' };
      return { line, column: null, message: type === 'INVALID ENCODING' ? 'is not UTF-8 text' : message };
    });
  }
}

async function keysOf(connection: DuckDBConnection, rows: string): Promise<string[]> {
  const sample = `SELECT line, row_number() OVER () AS n FROM ${rows} WHERE line IS NOT NULL LIMIT ${String(SAMPLE_ROWS)}`;
  const isObject = "CASE WHEN json_valid(line) THEN json_type(line) = 'OBJECT' END";
  const reader = await connection.runAndReadAll(
    `SELECT key, min(n) AS first_row, min(place) AS place FROM (
       SELECT n, unnest(keys) AS key, generate_subscripts(keys, 1) AS place FROM (SELECT n, json_keys(line) AS keys FROM (${sample}) WHERE ${isObject})
     ) GROUP BY key ORDER BY first_row, place`,
  );
  return reader.getRows().map(([key]) => String(key));
}

/** A file that is one JSON list is not an empty one. */
async function whyNameless(connection: DuckDBConnection, rows: string): Promise<string> {
  const { currentRowCount } = await connection.runAndReadAll(`SELECT 1 FROM ${rows} WHERE line IS NOT NULL LIMIT 1`);
  return currentRowCount === 0
    ? 'It has no rows, so the columns have no names; declare them, or send a row.'
    : 'None of its first lines is a JSON object with keys, so the columns have no names; write one object per line.';
}

function rowProblem(names: readonly string[]): string {
  const known = `[${names.map(literal).join(', ')}]`;
  return `CASE
    WHEN starts_with(ltrim(line), '[') THEN 'begins a list; write one object per line'
    WHEN NOT json_valid(line) THEN 'is not a JSON object'
    WHEN json_type(line) <> 'OBJECT' THEN 'is not a JSON object'
    WHEN len(json_keys(line)) <> len(list_distinct(json_keys(line))) THEN 'has a key twice'
    WHEN NOT list_has_all(${known}, json_keys(line)) THEN concat('has the key "', list_filter(json_keys(line), lambda k: NOT list_contains(${known}, k))[1], '", which the first ${String(SAMPLE_ROWS)} rows do not have; declare its type')
  END`;
}

/** JSON pointer of a member (RFC 6901). */
function pointer(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
