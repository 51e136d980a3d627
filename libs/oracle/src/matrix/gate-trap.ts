import type { Random } from '../statistics/sample/hash-random';
import { normalDraw } from '../statistics/sample/hash-random';
import type { Claim } from '../claim/claim';
import type { AttestInput } from '../attest/attest';
import { focalsOf, type Kind, type Rows, shaped, slopeOf } from './kind-shape';
import { tableFromColumns } from '../table/table-from-columns';

/** One data set to judge; `silent` is its claim with nothing declared that could be left out. */
export type Planted = Pick<AttestInput, 'table' | 'claim' | 'reproducibility' | 'contract'>;

/** What a gate is there for, in every kind where it can be planted. */
export interface GateTrap {
  readonly gate: string;
  readonly kinds: readonly Kind[];
  /** Null, or why the trap is no trap without its declarations: the table cannot show it, or the claim is another. */
  readonly onlyDeclared: string | null;
  readonly plant: (kind: Kind, isReal: boolean, random: Random) => Planted;
}

/** A trap made of rows that every kind can shape. */
export function trap(
  gate: string,
  kinds: readonly Kind[],
  rows: (kind: Kind, isReal: boolean, random: Random) => Rows,
  onlyDeclared: string | null = null,
): GateTrap {
  const plant: GateTrap['plant'] = (kind, isReal, random) => {
    const { columns, claim } = shaped(kind, rows(kind, isReal, random), random);
    return { table: tableFromColumns(columns), claim };
  };
  return { gate, kinds, onlyDeclared, plant };
}

/** The claim with only the facts without which it would be none; what a row stands for is such a fact, though it has a role. */
export function silent(claim: Claim): Claim {
  const { margin, better } = claim.declared;
  const { weight: _, ...roles } = claim.roles;
  return {
    ...claim,
    roles,
    declared: { ...(margin === undefined ? {} : { margin }), ...(better === undefined ? {} : { better }) },
  };
}

/** Outcomes of rows with the focal x: their effect, if there is one, and noise. */
export function outcomes(
  kind: Kind,
  isReal: boolean,
  x: readonly number[],
  random: Random,
  effect = 0.9,
  noise: (row: number) => number = () => normalDraw(random),
): number[] {
  const slope = slopeOf(kind, isReal, effect);
  return x.map((value, row) => slope * value + noise(row));
}

/** Rows with nothing wrong about them. */
export function clean(kind: Kind, isReal: boolean, random: Random, n = 200, effect = 1.1): Rows {
  const x = focalsOf(kind, n, random);
  return { x, z: outcomes(kind, isReal, x, random, effect) };
}

/** The t statistic of the claim, as somebody would compute it who trusts every row. */
export function naiveT(kind: Kind, x: readonly number[], z: readonly number[]): number {
  const n = z.length;
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const my = mean(z);
  if (kind === 'level') {
    const variance = z.reduce((sum, value) => sum + (value - my) ** 2, 0) / (n - 1);
    return Math.abs(my) / Math.sqrt(variance / n);
  }
  const mx = mean(x);
  const sxx = x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
  const slope = x.reduce((sum, value, i) => sum + (value - mx) * ((z[i] ?? 0) - my), 0) / sxx;
  const rest = z.reduce((sum, value, i) => sum + (value - my - slope * ((x[i] ?? 0) - mx)) ** 2, 0);
  const error = Math.sqrt(rest / Math.max(1, n - 2) / sxx);
  const away = slopeOf(kind, false, 0);
  return away === 0 ? Math.abs(slope) / error : ((slope - away) * -Math.sign(away)) / error;
}
