import { didYouMeanOrStop, quotedList } from '@svc/closest-name';
import type { Column, ProblemItem } from '@svc/contracts';
import { hasDate, kindOf } from '../metric/definition/column-kind';
import type { OsiDataset, OsiField } from './osi-document';
import { readColumn } from './read-expression';

/** A dataset of a document as metrics need it: its derivation, and what its metrics may be grouped by. */
export interface ReadDataset {
  readonly name: string;
  readonly source: string;
  /** The column behind each field that is a plain column. */
  readonly columnOf: ReadonlyMap<string, string>;
  readonly dimensions: readonly string[];
  readonly time: string | null;
  /** Fields that cannot be grouped by here although the document says so. */
  readonly problems: readonly (ProblemItem & { readonly name: string })[];
}

const MAX_DIMENSIONS = 100;
const TEMPORAL: readonly (string | undefined)[] = ['Date', 'DateTime', 'DateTimeTz'];

/** The derivations that a dataset may stand for, most likely first: the last part of `db.schema.table`, then its own name. */
export function derivationsOf({ name, source }: OsiDataset, mapped: ReadonlyMap<string, string>): readonly string[] {
  const chosen = mapped.get(name);
  if (chosen !== undefined) return [chosen];
  const last =
    source
      .split('.')
      .at(-1)
      ?.replaceAll(/["`[\]]/g, '') ?? '';
  return [...new Set([last, name].map((it) => it.trim().toLowerCase()))].filter((it) =>
    /^[a-z][a-z0-9_]{0,127}$/.test(it),
  );
}

/** The first time field whose column contains a date is the time dimension; every other dimension is a plain one. */
export function readDataset(dataset: OsiDataset, at: string, source: string, columns: readonly Column[]): ReadDataset {
  const names = columns.map((it) => it.name);
  const columnOf = new Map(
    dataset.fields.flatMap((it) => {
      const column = columnBehind(it, names);
      return column === null ? [] : [[it.name, column] as const];
    }),
  );
  const grouping = dataset.fields
    .map((field, index) => ({ field, pointer: `${at}/fields/${index}` }))
    .filter(({ field }) => field.dimension !== undefined || isTime(field));
  const problems = grouping.flatMap(({ field, pointer }) => {
    const message = problemOf(field, dataset, source, names);
    return message === null ? [] : [{ pointer, name: field.name, message }];
  });
  const usable = grouping
    .filter(({ field }) => problemOf(field, dataset, source, names) === null)
    .map(({ field }) => ({ column: columnOf.get(field.name) ?? '', isTime: isTime(field) }));
  const time =
    usable.find((it) => it.isTime && hasDate(kindOf(columns.find(({ name }) => name === it.column)?.type ?? 'string')))
      ?.column ?? null;
  const dimensions = [...new Set(usable.map((it) => it.column))].filter((it) => it !== time);
  const message = `name ${dimensions.length} dimensions; the maximum is ${MAX_DIMENSIONS}`;
  const many = dimensions.length > MAX_DIMENSIONS ? [{ pointer: `${at}/fields`, name: dataset.name, message }] : [];
  return {
    name: dataset.name,
    source,
    columnOf,
    dimensions: dimensions.slice(0, MAX_DIMENSIONS),
    time,
    problems: [...problems, ...many],
  };
}

/** A field of a temporal type is a time dimension unless it says that it is not. */
function isTime({ dimension, datatype }: OsiField): boolean {
  return dimension?.is_time ?? TEMPORAL.includes(datatype);
}

/** The column that a field names; a computed field stands for the column of its name, if the derivation has it. */
function columnBehind({ name, expression }: OsiField, columns: readonly string[]): string | null {
  const texts = [...expression.dialects].sort(
    (left, right) => Number(right.dialect === 'ANSI_SQL') - Number(left.dialect === 'ANSI_SQL'),
  );
  return (
    texts.map((it) => readColumn(it.expression)?.name ?? null).find((it) => it !== null) ??
    (columns.includes(name) ? name : null)
  );
}

function problemOf(field: OsiField, dataset: OsiDataset, source: string, names: readonly string[]): string | null {
  const column = columnBehind(field, names);
  if (column === null)
    return `"${field.name}" calculates; a dimension is a column of the derivation, so calculate it there, under that name`;
  return names.includes(column)
    ? null
    : `"${source}", used for "${dataset.name}", has no column "${column}"${didYouMeanOrStop(column, names)}Columns: ${quotedList(names)}`;
}
