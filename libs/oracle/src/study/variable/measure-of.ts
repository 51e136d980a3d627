import { type Claim, roleColumn } from '../../claim/claim';
import { numbers } from '../../statistics/sample/rows';
import type { Table } from '../../table/table';
import { refused, type Refused } from '../study';
import { variableOf } from './variable';

/** What a mean is taken of: one column, or a ratio of two sums, which a weighted mean is too. */
export interface Measure {
  readonly ok: true;
  readonly name: string;
  /** Columns that a row must have to take part. */
  readonly columns: readonly string[];
  readonly values: Float64Array;
  readonly binary: boolean;
  /** Null for plain rows: `values` are then averaged as they are. */
  readonly ratio: Ratio | null;
}

/** Σ numerator / Σ denominator over some rows. */
export interface Ratio {
  readonly numerator: Float64Array;
  readonly denominator: Float64Array;
  /** The role that makes it one. */
  readonly by: 'denominator' | 'weight';
}

/** Reads what the claim takes the mean of: the column given, or `numerator` over `denominator`, each row with its `weight`. */
export function measureOf(table: Table, claim: Claim, column: string): Measure | Refused {
  const [above, below, weight] = ['numerator', 'denominator', 'weight'].map((role) => roleColumn(claim, role));
  const of = column === '' && above !== undefined ? above : column;
  const found = table.column(of);
  if (found === undefined) return refused(`the table lacks "${of}"`);
  const outcome = variableOf(found);
  if (outcome === null) return refused(`"${of}" has text with more than two values; a mean needs numbers or yes/no`);
  const lower = below === undefined ? null : positive(table, below);
  if (lower !== null && 'reason' in lower) return lower;
  const heavy = weight === undefined ? null : positive(table, weight);
  if (heavy !== null && 'reason' in heavy) return heavy;
  const columns = [of, below, weight].filter((name) => name !== undefined);
  const name = below === undefined ? of : `${of} / ${below}`;
  if (lower === null && heavy === null)
    return { ok: true, name, columns, values: outcome.values, binary: outcome.binary, ratio: null };
  const times = (values: Float64Array | null): Float64Array =>
    numbers(table.rowCount, (row) => (values?.[row] ?? 1) * (heavy?.values[row] ?? 1));
  const ratio: Ratio = {
    numerator: times(outcome.values),
    denominator: times(lower === null ? null : lower.values),
    by: lower === null ? 'weight' : 'denominator',
  };
  return { ok: true, name, columns, values: outcome.values, binary: false, ratio };
}

/** The values with the `weight` of their rows, as a ratio of sums; null where every row counts the same. */
export function weightedValues(
  table: Table,
  claim: Claim,
  values: Float64Array,
): { readonly name: string; readonly ratio: Ratio } | Refused | null {
  const name = roleColumn(claim, 'weight');
  const weight = name === undefined ? null : positive(table, name);
  if (name === undefined || weight === null) return null;
  if ('reason' in weight) return weight;
  return { name, ratio: weighed(values, weight.values) };
}

/** Σ weight · value / Σ weight. */
export function weighed(values: Float64Array, weights: Float64Array): Ratio {
  const numerator = numbers(values.length, (row) => (values[row] ?? NaN) * (weights[row] ?? NaN));
  return { numerator, denominator: weights, by: 'weight' };
}

function positive(table: Table, name: string): { readonly values: Float64Array } | Refused {
  const column = table.column(name);
  const values = column === undefined ? undefined : variableOf(column)?.values;
  if (values === undefined) return refused(`"${name}" must have numbers`);
  if (values.some((value) => value < 0))
    return refused(`"${name}" holds negative numbers; a denominator or weight has none`);
  return { values };
}

/**
 * One number per row whose mean over a part is the part's ratio, and whose spread is the ratio's (delta method): the ratio
 * plus the row's residual from it, over the mean denominator. Means, clusters and adjustment then work on it unchanged.
 */
export function linearised(
  { numerator, denominator }: Ratio,
  rows: Int32Array,
  part: (i: number) => number,
  parts: number,
): Float64Array {
  const above = new Float64Array(parts);
  const below = new Float64Array(parts);
  const size = new Float64Array(parts);
  rows.forEach((row, i) => {
    const at = part(i);
    above[at] = (above[at] ?? NaN) + (numerator[row] ?? NaN);
    below[at] = (below[at] ?? NaN) + (denominator[row] ?? NaN);
    size[at] = (size[at] ?? NaN) + 1;
  });
  return numbers(rows.length, (i) => {
    const at = part(i);
    const row = rows[i] ?? -1;
    const ratio = (above[at] ?? NaN) / (below[at] ?? NaN);
    return (
      ratio + ((numerator[row] ?? NaN) - ratio * (denominator[row] ?? NaN)) / ((below[at] ?? NaN) / (size[at] ?? NaN))
    );
  });
}
