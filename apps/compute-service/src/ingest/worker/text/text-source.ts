import type { DuckDBConnection } from '@duckdb/node-api';
import type { BadRow } from '../../ingest-work';

/** A column of a text file, as SQL over the source's rows. */
export interface TextColumn {
  readonly name: string;
  /** The value as text; null where it is missing. */
  readonly text: string;
  /** The JSON type of the value (`VARCHAR`, `BIGINT`, `DOUBLE`, …); null for CSV, which has only text. */
  readonly kind: string | null;
}

/** A file of text rows, before types are inferred. */
export interface TextSource {
  readonly columns: readonly TextColumn[];
  /** SQL for the rows, with a column `n` that counts them from 1 when `numbered`. Must be called anew for every use. */
  rows(numbered: boolean): string;
  /** SQL for what is wrong with a row as a whole, null for a good one. */
  readonly rowProblem: string;
  /** The physical lines of rows, by their `n`. */
  linesOf(connection: DuckDBConnection, rows: ReadonlySet<number>): Promise<Map<number, number>>;
  /** Malformed rows: too few fields, an open quote, invalid UTF-8. Reads the whole file. */
  brokenRows(connection: DuckDBConnection): Promise<BadRow[]>;
  /** How many of them the last read left out. */
  leftOut(connection: DuckDBConnection): Promise<number>;
}
