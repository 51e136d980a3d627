/**
 * Neumaier's compensated summation: the error does not grow with n, so that row order and offsets of 10^7 leave the
 * digits alone (NIST NumAcc). Source: Neumaier, ZAMM 54 (1974).
 */
export function sum(values: Iterable<number>): number {
  let total = 0;
  let lost = 0;
  for (const value of values) {
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

/** Σ a[i]·b[i], compensated. */
export function dot(a: Float64Array, b: Float64Array): number {
  let total = 0;
  let lost = 0;
  for (let i = 0; i < a.length; i++) {
    const value = (a[i] ?? NaN) * (b[i] ?? NaN);
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

export function mean(values: Float64Array): number {
  return sum(values) / values.length;
}
