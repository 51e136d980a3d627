import { lagOneAutocorrelation } from '../statistics/sample/moments';
import { ascending, pick } from '../statistics/sample/rows';
import type { Factor } from '../study/variable/factor';
import type { NumericColumn } from '../table/column';

/** More values than this are names; fewer, with sizes that change smoothly from one to the next, are a measure. */
const MANY_NAMES = 50;
const SMOOTH = 0.4;

/** A whole number whose neighbouring values are about as common is a measure (age, years, a rating), not a name. */
export function isCount(column: NumericColumn, { codes, count }: Factor, rows: Int32Array): boolean {
  if (count >= MANY_NAMES) return false;
  const sizes = new Float64Array(count);
  const value = new Float64Array(count);
  codes.forEach((code, i) => {
    sizes[code] = (sizes[code] ?? NaN) + 1;
    value[code] = column.values[rows[i] ?? -1] ?? NaN;
  });
  return lagOneAutocorrelation(pick(sizes.map(Math.log), ascending(value))) > SMOOTH;
}
