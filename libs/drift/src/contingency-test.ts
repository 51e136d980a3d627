import gammainc from '@stdlib/math-base-special-gammainc';
import { total } from './sample';

/** Fewer rows than these expected of a category, and the χ² distribution is a poor guide: such categories are one. */
const MIN_EXPECTED = 5;
/** The least that may be expected of all these together, else they belong to the smallest of the others. */
const MIN_EXPECTED_OF_RARE = 1;

/**
 * p of Pearson's χ² test that two samples have the same shares of categories; with two categories it is the z-test of two
 * proportions. Both samples vary: the reference is no known distribution. Categories of which either sample should have
 * fewer than five rows are taken together, so that one row of a new category is no drift.
 */
export function contingencyTest(
  reference: ReadonlyMap<string, number>,
  current: ReadonlyMap<string, number>,
): { readonly statistic: number; readonly p: number } {
  const [n, m] = [total(reference), total(current)];
  const cells = withoutRare(
    [...new Set([...reference.keys(), ...current.keys()])].map((category) => [
      reference.get(category) ?? 0,
      current.get(category) ?? 0,
    ]),
    Math.min(n, m) / (n + m),
  );
  if (cells.length < 2) return { statistic: 0, p: 1 };
  const statistic = cells.reduce((sum, [a, b]) => sum + (a * m - b * n) ** 2 / ((a + b) * n * m), 0);
  return { statistic, p: chiSquareTail(statistic, cells.length - 1) };
}

type Cell = readonly [number, number];

/** Joins rare categories; `share` is that of the smaller sample in both. */
function withoutRare(cells: readonly Cell[], share: number): readonly Cell[] {
  const rows = ([a, b]: Cell): number => a + b;
  const together = (some: readonly Cell[]): Cell => some.reduce<Cell>(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  const ascending = cells.toSorted((left, right) => rows(left) - rows(right));
  const rare = ascending.filter((cell) => rows(cell) * share < MIN_EXPECTED);
  const others = ascending.slice(rare.length);
  if (rare.length === 0) return others;
  const enough = rows(together(rare)) * share >= MIN_EXPECTED_OF_RARE;
  return enough ? [together(rare), ...others] : [together([...rare, ...others.slice(0, 1)]), ...others.slice(1)];
}

/** P(χ² > x). */
function chiSquareTail(x: number, df: number): number {
  return x <= 0 ? 1 : gammainc(x / 2, df / 2, true, true);
}
