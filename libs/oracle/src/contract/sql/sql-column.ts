import type { ColumnType } from '../../table/column';
import { MILLISECONDS, MOMENT } from '../../table/time-values';
import type { Parameters } from './parameters';

/** A column of a relation, in the words of DuckDB's SQL. */
export interface SqlColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** Quotes an identifier; the only way a name gets into SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Whether a value is there; a number that is not finite is missing, as in a `Table`. */
export function present({ name, type }: SqlColumn): string {
  return type === 'number'
    ? `coalesce(isfinite(CAST(${quoted(name)} AS DOUBLE)), false)`
    : `(${quoted(name)} IS NOT NULL)`;
}

/** The value as rows are compared: text, or a number (true is 1, a time its milliseconds since 1970, −0 is 0). */
export function comparable({ name, type }: SqlColumn): string {
  switch (type) {
    case 'string':
      return quoted(name);
    case 'number':
      return `(CAST(${quoted(name)} AS DOUBLE) + 0.0)`;
    case 'boolean':
      return `CAST(CAST(${quoted(name)} AS INTEGER) AS DOUBLE)`;
    case 'time':
      return `(epoch_us(CAST(${quoted(name)} AS TIMESTAMP)) / 1000.0)`;
  }
}

/** Whether a text is a month, date or timestamp whose day exists. */
export function isMoment(text: string, parameters: Parameters): string {
  const part = momentParts(text, parameters);
  return `(regexp_matches(${text}, ${parameters.add(MOMENT)}) AND ${dayExists(part)})`;
}

type Part = (group: number, absent: number) => string;

function momentParts(text: string, parameters: Parameters): Part {
  const form = parameters.add(MOMENT);
  return (group, absent) => `coalesce(TRY_CAST(regexp_extract(${text}, ${form}, ${group}) AS INTEGER), ${absent})`;
}

function dayExists(part: Part): string {
  const [year, month, day] = [part(1, 0), part(2, 1), part(3, 1)];
  const leap = `(${year} % 4 = 0 AND (${year} % 100 <> 0 OR ${year} % 400 = 0))`;
  return `${day} BETWEEN 1 AND CASE WHEN ${month} IN (4, 6, 9, 11) THEN 30 WHEN ${month} <> 2 THEN 31 WHEN ${leap} THEN 29 ELSE 28 END`;
}

/** The column as milliseconds since 1970; NULL where a text is no time. A boolean is none. */
export function milliseconds(column: SqlColumn, parameters: Parameters): string {
  if (column.type === 'boolean') return 'CAST(NULL AS DOUBLE)';
  return column.type === 'string' ? textMilliseconds(quoted(column.name), parameters) : comparable(column);
}

function textMilliseconds(text: string, parameters: Parameters): string {
  const part = momentParts(text, parameters);
  const form = parameters.add(MOMENT);
  const fraction = `coalesce(TRY_CAST(rpad(regexp_extract(${text}, ${form}, 7)[2:4], 3, '0') AS INTEGER), 0)`;
  const zone = `regexp_extract(${text}, ${form}, 8)`;
  const zoneMinutes = `coalesce(TRY_CAST(${zone}[2:3] AS INTEGER) * 60 + TRY_CAST(right(${zone}, 2) AS INTEGER), 0) * CASE WHEN ${zone} LIKE '-%' THEN -1 ELSE 1 END`;
  const day = `epoch_ms(CAST(make_date(${part(1, 0)}, ${part(2, 1)}, ${part(3, 1)}) AS TIMESTAMP))`;
  const moment = `${day} + ((${part(4, 0)} * 60 + ${part(5, 0)} - ${zoneMinutes}) * 60 + ${part(6, 0)}) * 1000.0 + ${fraction}`;
  return `CASE WHEN regexp_matches(${text}, ${parameters.add(MILLISECONDS)}) THEN TRY_CAST(${text} AS DOUBLE) WHEN ${isMoment(text, parameters)} THEN ${moment} END`;
}
