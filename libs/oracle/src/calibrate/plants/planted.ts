import type { Claim, ClaimKind, Declared, RoleValue } from '../../claim/claim';
import { normalDraw, type Random } from '../../statistics/sample/hash-random';
import type { Table } from '../../table/table';
import { tableFromColumns } from '../../table/table-from-columns';

/** A data set whose truth is known, the claim about it, and the p of the honest standard test for this design. */
export interface Planted {
  readonly table: Table;
  readonly claim: Claim;
  /** What the estimate should be; null where the kind's estimate has no simple truth. */
  readonly truth: number | null;
  readonly standardP: number | null;
}

/** Draws a data set with `n` rows (or points, or units) and an effect of `shift` standard errors of the honest test. */
export type Plant = (n: number, shift: number, random: Random) => Planted;

export function claimOf(kind: ClaimKind, roles: Readonly<Record<string, RoleValue>>, declared: Declared = {}): Claim {
  return { question: `planted ${kind}`, kind, roles, declared };
}

export function normals(n: number, random: Random): Float64Array {
  return Float64Array.from({ length: n }, () => normalDraw(random));
}

/** AR(1) with unit innovations, started from its stationary distribution. */
export function autoregressive(n: number, rho: number, random: Random): Float64Array {
  const series = new Float64Array(n);
  let held = normalDraw(random) / Math.sqrt(1 - rho ** 2);
  for (let i = 0; i < n; i++) {
    series[i] = held;
    held = rho * held + normalDraw(random);
  }
  return series;
}

export function counting(n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => i);
}

/** Fair coin flips, at least two on each side. */
export function coins(n: number, random: Random): Float64Array {
  const flips = Float64Array.from({ length: n }, () => (random() < 0.5 ? 1 : 0));
  flips.set([0, 1, 0, 1]);
  return flips;
}

export function letters(flags: Float64Array): string[] {
  return Array.from(flags, (flag) => (flag === 1 ? 'B' : 'A'));
}

export function planted(
  columns: Readonly<Record<string, ArrayLike<unknown>>>,
  claim: Claim,
  truth: number | null,
  standardP: number | null,
): Planted {
  return { table: tableFromColumns(columns), claim, truth, standardP };
}
