import { dot } from '../sample/compensated-sum';

/**
 * Thin QR of a design: X = Q·R with orthonormal columns of Q, by Gram-Schmidt with reorthogonalisation ("twice is
 * enough", Giraud, Langou & Rozložník 2005), on columns scaled by exact powers of two. Scale-free: multiplying a
 * column by 10^±9 changes nothing but the coefficient's unit.
 */
export interface OrthogonalBasis {
  readonly n: number;
  /** Columns of Q, one per kept column. */
  readonly q: readonly Float64Array[];
  /** Upper triangle, `r[j][l]` for column j, l ≤ j, in the original units. */
  readonly r: readonly Float64Array[];
  /** Indices of columns that are a combination of earlier ones and were left out. */
  readonly aliased: readonly number[];
  readonly kept: readonly number[];
  /** 1-norm condition number of the column-scaled design; above 1e13 no digit can be trusted. */
  readonly condition: number;
}

/** "Twice is enough". */
const PASSES = 2;
/** A column whose part outside the earlier ones is below this share of its length carries rounding error only. */
const ALIAS_TOLERANCE = 1e-13;

export function orthogonalBasis(columns: readonly Float64Array[], n: number): OrthogonalBasis {
  const q: Float64Array[] = [];
  const r: Float64Array[] = [];
  const kept: number[] = [];
  const aliased: number[] = [];
  const lengths: number[] = [];
  columns.forEach((column, index) => {
    const scale = powerOfTwo(column);
    const part = divided(column, scale);
    const length = Math.sqrt(dot(part, part));
    const shares = new Float64Array(q.length + 1);
    for (let pass = 0; pass < PASSES; pass++) project(part, q, shares);
    const rest = Math.sqrt(dot(part, part));
    if (!(rest > ALIAS_TOLERANCE * length)) {
      aliased.push(index);
      return;
    }
    shares[q.length] = rest;
    r.push(shares.map((value) => value * scale));
    q.push(divided(part, rest));
    kept.push(index);
    lengths.push(length * scale);
  });
  return { n, q, r, kept, aliased, condition: conditionOf(r, lengths) };
}

/** In a loop of its own: a callback for each value costs ten times the division. */
function divided(column: Float64Array, by: number): Float64Array {
  const parts = new Float64Array(column.length);
  for (let i = 0; i < column.length; i++) parts[i] = (column[i] ?? NaN) / by;
  return parts;
}

/** Removes from `part` what the basis explains, adding the shares removed to `shares`. */
export function project(part: Float64Array, q: readonly Float64Array[], shares: Float64Array): void {
  q.forEach((basis, j) => {
    const share = dot(basis, part);
    shares[j] = (shares[j] ?? 0) + share;
    for (let i = 0; i < part.length; i++) part[i] = (part[i] ?? NaN) - share * (basis[i] ?? NaN);
  });
}

function powerOfTwo(column: Float64Array): number {
  let largest = 0;
  for (const value of column) if (value > largest || -value > largest) largest = value > 0 ? value : -value;
  return largest > 0 ? 2 ** Math.floor(Math.log2(largest)) : 1;
}

/** Solves R·b = c by back substitution; `c` has one entry per kept column. */
export function backSubstitute(basis: OrthogonalBasis, c: Float64Array): Float64Array {
  const b = c.slice();
  for (let j = b.length - 1; j >= 0; j--) {
    let value = b[j] ?? NaN;
    for (let l = j + 1; l < b.length; l++) value -= (basis.r[l]?.[j] ?? NaN) * (b[l] ?? NaN);
    b[j] = value / (basis.r[j]?.[j] ?? NaN);
  }
  return b;
}

/** Row `j` of R⁻¹, i.e. v with e_j' R⁻¹ = v': coefficient j is v'Q'y. */
export function inverseRow(r: readonly Float64Array[], j: number): Float64Array {
  const k = r.length;
  const v = new Float64Array(k);
  v[j] = 1 / (r[j]?.[j] ?? NaN);
  for (let l = j + 1; l < k; l++) {
    let value = 0;
    for (let m = j; m < l; m++) value -= (v[m] ?? NaN) * (r[l]?.[m] ?? NaN);
    v[l] = value / (r[l]?.[l] ?? NaN);
  }
  return v;
}

function conditionOf(r: readonly Float64Array[], lengths: readonly number[]): number {
  const inverseColumnSums = new Float64Array(r.length);
  let norm = 0;
  r.forEach((column, j) => {
    norm = Math.max(norm, column.reduce((total, value) => total + Math.abs(value), 0) / (lengths[j] ?? NaN));
    inverseRow(r, j).forEach((value, l) => {
      inverseColumnSums[l] = (inverseColumnSums[l] ?? 0) + Math.abs(value) * (lengths[j] ?? NaN);
    });
  });
  return norm * inverseColumnSums.reduce((a, b) => Math.max(a, b), 0);
}
