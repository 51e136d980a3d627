/** Squares left off the diagonal, as a share of all: nothing of 15 digits. */
const CONVERGED = 1e-32;

/** Eigenvalues and eigenvectors of a small symmetric matrix (row-major), by Jacobi rotations. */
export function symmetricEigen(matrix: Float64Array, k: number): { values: Float64Array; vectors: Float64Array } {
  const a = Float64Array.from(matrix);
  const v = new Float64Array(k * k);
  for (let i = 0; i < k; i++) v[i * k + i] = 1;
  const done = CONVERGED * a.reduce((total, value) => total + value * value, 0);
  for (let sweep = 0; sweep < 50 && offDiagonal(a, k) > done; sweep++) {
    for (let p = 0; p < k - 1; p++) for (let q = p + 1; q < k; q++) rotate(a, v, k, p, q);
  }
  return { values: Float64Array.from({ length: k }, (_, i) => a[i * k + i] ?? NaN), vectors: v };
}

function offDiagonal(a: Float64Array, k: number): number {
  let total = 0;
  for (let p = 0; p < k; p++) for (let q = p + 1; q < k; q++) total += (a[p * k + q] ?? NaN) ** 2;
  return total;
}

function rotate(a: Float64Array, v: Float64Array, k: number, p: number, q: number): void {
  const apq = a[p * k + q] ?? NaN;
  if (apq === 0) return;
  const theta = ((a[q * k + q] ?? NaN) - (a[p * k + p] ?? NaN)) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  for (let i = 0; i < k; i++) turn(a, i * k + p, i * k + q, c, s);
  for (let i = 0; i < k; i++) turn(a, p * k + i, q * k + i, c, s);
  for (let i = 0; i < k; i++) turn(v, i * k + p, i * k + q, c, s);
}

function turn(a: Float64Array, i: number, j: number, c: number, s: number): void {
  const x = a[i] ?? NaN;
  const y = a[j] ?? NaN;
  a[i] = c * x - s * y;
  a[j] = s * x + c * y;
}

/**
 * (I − S)^(−1/2) for a small symmetric S with eigenvalues in [0, 1]; directions with eigenvalue 1 are left out
 * (Moore-Penrose). Small S takes three terms of the binomial series (error below 1e-7).
 */
export function inverseRootOfComplement(s: Float64Array, k: number): Float64Array {
  let trace = 0;
  for (let i = 0; i < k; i++) trace += s[i * k + i] ?? NaN;
  return trace < 0.005 ? series(s, k) : spectral(s, k);
}

function series(s: Float64Array, k: number): Float64Array {
  const result = new Float64Array(k * k);
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) {
      let square = 0;
      for (let l = 0; l < k; l++) square += (s[i * k + l] ?? NaN) * (s[l * k + j] ?? NaN);
      result[i * k + j] = (i === j ? 1 : 0) + 0.5 * (s[i * k + j] ?? NaN) + 0.375 * square;
    }
  }
  return result;
}

function spectral(s: Float64Array, k: number): Float64Array {
  const { values, vectors } = symmetricEigen(s, k);
  const result = new Float64Array(k * k);
  for (let e = 0; e < k; e++) {
    const rest = 1 - (values[e] ?? NaN);
    if (rest < 1e-10) continue;
    const weight = 1 / Math.sqrt(rest);
    for (let i = 0; i < k; i++) {
      const left = weight * (vectors[i * k + e] ?? NaN);
      for (let j = 0; j < k; j++) result[i * k + j] = (result[i * k + j] ?? NaN) + left * (vectors[j * k + e] ?? NaN);
    }
  }
  return result;
}
