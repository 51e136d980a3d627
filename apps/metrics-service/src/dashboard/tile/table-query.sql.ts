import { didYouMeanOrStop, quotedList } from '@svc/closest-name';
import type { Column } from '@svc/contracts';
import { identifier } from '@svc/duckdb-sql';
import { refuse } from '../../metric/definition/compile-refusal';
import { conditionSql, filtersIn } from '../../metric/query/condition';
import { compileFilter } from '../../metric/filter/filter.sql';
import { Parameters } from '../../metric/filter/parameters.sql';
import { readZone } from '../../metric/time/time-zone';
import type { CompiledQuery } from '../../metric/query/metric-query.sql';
import type { TableQuestion } from './tile-query';

/** The statement for rows of a derivation with these columns: names from its schema, values bound, missing ones last. */
export function compileTableQuery(
  { derivation, columns, filters, order, limit }: TableQuestion,
  schema: readonly Column[],
  now: Date,
): Omit<CompiledQuery, 'totals'> {
  const columnAt = (name: string, pointer: string): Column => findColumn(derivation, schema, name, pointer);
  const zone = readZone('UTC');
  if (zone === null) throw new Error('UTC is a zone');
  const parameters = new Parameters();
  filtersIn(filters);
  const names = columns ?? schema.map((it) => it.name);
  const shown = names.map((name, index) => `s.${identifier(columnAt(name, `/body/columns/${index}`).name)}`);
  const conditions = filters.map((it, index) =>
    conditionSql(it, `/body/filters/${index}`, (filter, pointer) => {
      const column = columnAt(filter.column, `${pointer}/column`);
      return compileFilter(filter, {
        column,
        reference: `s.${identifier(column.name)}`,
        parameters,
        now,
        zone,
        pointer,
      });
    }),
  );
  const sorted = order.map(
    ({ by, direction }, index) =>
      `s.${identifier(columnAt(by, `/body/order/${index}/by`).name)} ${direction === 'asc' ? 'ASC' : 'DESC'} NULLS LAST`,
  );
  const text = [
    `SELECT ${shown.join(', ')} FROM ${identifier(derivation)} AS s`,
    ...(conditions.length === 0 ? [] : [`WHERE ${conditions.join(' AND ')}`]),
    ...(sorted.length === 0 ? [] : [`ORDER BY ${sorted.join(', ')}`]),
    // One more than is shown, so that the answer can report that there are more.
    `LIMIT ${limit + 1}`,
  ].join(' ');
  return { text, values: parameters.values, names };
}

function findColumn(derivation: string, schema: readonly Column[], name: string, pointer: string): Column {
  const found = schema.find((it) => it.name === name);
  if (found !== undefined) return found;
  const names = schema.map((it) => it.name);
  throw refuse(
    'invalid-request',
    pointer,
    `"${derivation}" has no column "${name}"${didYouMeanOrStop(name, names)}Columns: ${quotedList(names)}`,
  );
}
