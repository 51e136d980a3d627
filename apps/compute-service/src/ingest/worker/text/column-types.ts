import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '@svc/duckdb-sql';
import { FileRefused } from '../ingest-refused';
import { SAMPLE_ROWS } from './sample-rows';
import type { TextColumn, TextSource } from './text-source';
import { hasDigits, INFERRED, isWideInteger, nounOf, textAs } from './text-type.sql';

/** A text column and its future type. */
export interface TypedColumn extends TextColumn {
  readonly type: string;
  readonly declared: boolean;
}

const NUMERIC = "('BIGINT', 'UBIGINT', 'DOUBLE')";

/** Gives every column its type: the declared one, or the most specific one that all values of the first rows have. */
export async function typeColumns(
  connection: DuckDBConnection,
  source: TextSource,
  declared: Readonly<Record<string, string>>,
): Promise<TypedColumn[]> {
  const unknown = Object.keys(declared).find((name) => !source.columns.some((column) => column.name === name));
  if (unknown !== undefined)
    throw new FileRefused(`The column "${unknown}" is declared, but the file has none of that name.`);
  const open = source.columns.filter((column) => declared[column.name] === undefined);
  const inferred = await inferTypes(connection, source, open);
  return source.columns.map((column) => {
    const type = declared[column.name];
    return { ...column, type: type ?? inferred.get(column.name) ?? 'string', declared: type !== undefined };
  });
}

/** SQL for the value of a column in its type; null where there is none and where the text is not such a value. */
export function valueOf(column: TypedColumn): string {
  const value = textAs(column.text, column.type);
  return column.kind === null ? value : `CASE WHEN ${fits(column.kind, column)} THEN ${value} END`;
}

/** SQL that is true where the file has a value, of whatever type. */
export function isPresent(column: TextColumn): string {
  return column.kind === null ? `${column.text} IS NOT NULL` : `coalesce(${column.kind}, 'NULL') <> 'NULL'`;
}

async function inferTypes(
  connection: DuckDBConnection,
  source: TextSource,
  columns: readonly TextColumn[],
): Promise<Map<string, string>> {
  if (columns.length === 0) return new Map();
  const facts = columns.flatMap((column) => [
    `coalesce(bool_or(${isPresent(column)}), false)`,
    `coalesce(bool_or(${isWideInteger(column.text)}) AND bool_and(${isPresent(column)} IS FALSE OR regexp_full_match(${column.text}, '[+-]?[0-9]+')), false)`,
    ...candidates().map(
      (type) =>
        `coalesce(bool_and(CASE WHEN ${isPresent(column)} THEN ${valueOf({ ...column, type, declared: false })} IS NOT NULL END), false)`,
    ),
    `coalesce(bool_or(${hasDigits(column.text)}), false)`,
  ]);
  const reader = await connection.runAndReadAll(
    `SELECT ${facts.map((fact, at) => `${fact} AS f${String(at)}`).join(', ')} FROM (FROM ${source.rows(false)} LIMIT ${String(SAMPLE_ROWS)})`,
  );
  const values = (reader.getRows()[0] ?? []).map((value) => value === true);
  const width = facts.length / columns.length;
  return new Map(
    columns.map((column, at) => [column.name, decide(column, values.slice(at * width, (at + 1) * width))]),
  );
}

function candidates(): string[] {
  return [...INFERRED, 'string'];
}

function decide(column: TextColumn, [present, wide, ...rest]: readonly boolean[]): string {
  if (present !== true) return 'string';
  if (wide === true && column.kind === null) return 'string';
  if (wide === true)
    throw new FileRefused(`The column "${column.name}" has integers beyond 64 bits; declare it as decimal(38,0).`);
  const digits = rest.at(-1) === true;
  const found = candidates().find((type, at) => rest[at] === true && (type !== 'number' || digits));
  if (found !== undefined) return found;
  throw new FileRefused(
    `The column "${column.name}" has values of several types, or lists or objects; make it one type, or declare its type (a table cannot contain lists or objects).`,
  );
}

/** Which JSON types a column type accepts. Text for numbers only where the column is declared: JSON has no decimals. */
function fits(kind: string, { type, declared, text }: TypedColumn): string {
  const asText = declared ? ` OR ${kind} = 'VARCHAR'` : '';
  if (type === 'boolean') return `(${kind} = 'BOOLEAN'${asText})`;
  if (type === 'integer' || type === 'number') return `(${kind} IN ${NUMERIC}${asText})`;
  // Beyond 15 digits a JSON number was rounded to a double and is not what was written.
  if (type.startsWith('decimal('))
    return `(${kind} = 'VARCHAR' OR ${kind} IN ${NUMERIC} AND NOT (${kind} = 'DOUBLE' AND regexp_matches(${text}, '[.eE]') AND length(regexp_replace(${text}, '[^0-9]', '', 'g')) > 15))`;
  return `${kind} = 'VARCHAR'`;
}

/** What is wrong with a value, as SQL for the text of the error message. */
export function complaint(column: TypedColumn): string {
  return `concat('has ', CASE WHEN length(${column.text}) > 60 THEN concat(left(${column.text}, 57), '...') ELSE ${column.text} END, ${literal(`, which is not ${nounOf(column.type)}`)})`;
}
