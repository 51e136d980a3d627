import { didYouMeanOrStop, quotedList } from '@svc/closest-name';
import type { Column, DashboardVariable } from '@svc/contracts';
import { identifier } from '@svc/duckdb-sql';
import { type ColumnKind, kindOf } from '../../metric/definition/column-kind';
import { refuse } from '../../metric/definition/compile-refusal';

/** The source of a variable's values. */
export interface OptionsQuestion {
  readonly derivation: string;
  readonly column: string;
  /** Null: the values themselves are the labels. */
  readonly labelColumn: string | null;
  readonly type: DashboardVariable['type'];
}

/** Columns whose values are valid for a variable of the type. */
const KINDS: Readonly<Record<DashboardVariable['type'], readonly ColumnKind[]>> = {
  string: ['string'],
  integer: ['integer'],
  number: ['number', 'integer', 'decimal'],
  boolean: ['boolean'],
  date: ['date'],
};

/** The statement for the distinct values of a column, in order, each with its first label. Names are those of the schema; pointers begin at the variable. */
export function compileOptionsQuery(
  { derivation, column, labelColumn, type }: OptionsQuestion,
  schema: readonly Column[],
  limit: number,
): string {
  const columnAt = (name: string, member: string): Column => {
    const found = schema.find((it) => it.name === name);
    if (found !== undefined) return found;
    const names = schema.map((it) => it.name);
    throw refuse(
      'invalid-request',
      `/options/${member}`,
      `"${derivation}" has no column "${name}"${didYouMeanOrStop(name, names)}Columns: ${quotedList(names)}`,
    );
  };
  const values = columnAt(column, 'column');
  if (!KINDS[type].includes(kindOf(values.type)))
    throw refuse(
      'invalid-request',
      '/options/column',
      `"${column}" is of type ${values.type}, and the variable of type ${type}`,
    );
  const value = `s.${identifier(values.name)}`;
  const from = `FROM ${identifier(derivation)} AS s WHERE ${value} IS NOT NULL`;
  // One more than is offered, so that the answer can report that there are more.
  if (labelColumn === null) return `SELECT DISTINCT ${value} AS value ${from} ORDER BY 1 LIMIT ${limit + 1}`;
  const label = `CAST(min(s.${identifier(columnAt(labelColumn, 'labelColumn').name)}) AS VARCHAR)`;
  return `SELECT ${value} AS value, ${label} AS label ${from} GROUP BY 1 ORDER BY 2 NULLS LAST, 1 LIMIT ${limit + 1}`;
}
