import { variableOf } from '../study/variable/variable';
import type { Column } from '../table/column';
import type { Inquiry } from '../verdict/inquiry';
import { undeclaredColumns } from './undeclared-columns';

/** A column with fewer different values than this is a category, not a measure. */
const MEASURE = 10;

/** Undeclared columns that could have been claimed in place of the outcome: of the same nature, and no identifiers. */
export function siblingOutcomes({ study, claim, table }: Inquiry): readonly string[] {
  if (study?.shape === 'survival')
    return undeclaredColumns(table, claim)
      .filter((column) => column.type === 'number' && isDuration(column.values))
      .map(({ name }) => name);
  if (study === null || !('y' in study)) return [];
  return undeclaredColumns(table, claim)
    .filter((column) => isLike(column, study.binary))
    .map(({ name }) => name);
}

function isLike(column: Column, binary: boolean): boolean {
  const variable = variableOf(column);
  if (variable === null) return false;
  if (binary || variable.binary) return binary && variable.binary && column.type !== 'string';
  return column.type === 'number' && isMeasure(column.values);
}

/** A measure that is never negative could be the time to some other event. */
function isDuration(values: Float64Array): boolean {
  return isMeasure(values) && !values.some((value) => value < 0);
}

/** Varies, and is neither a category nor a running number. */
function isMeasure(values: Float64Array): boolean {
  const seen = new Set<number>();
  let whole = true;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    seen.add(value);
    whole &&= Number.isInteger(value);
  }
  return seen.size >= MEASURE && !(whole && seen.size === values.length);
}
