/** Looked up once: in the sandboxes that tests run in, every look-up of a global costs more than the arithmetic. */
const { abs, min } = Math;

/**
 * Neumaier's compensated summation: the error does not grow with n, so that row order and offsets of 10^7 leave the
 * digits alone (NIST NumAcc). Source: Neumaier, ZAMM 54 (1974).
 */
export function sum(values: ArrayLike<number>): number {
  let total = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? NaN;
    const next = total + value;
    lost += abs(total) >= abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

/** From here on blocks are summed plainly and compensated between blocks: the error stays near that of one block. */
const BLOCK = 1024;

/** Σ a[i]·b[i]: compensated term by term in small data, block by block in large. */
export function dot(a: Float64Array, b: Float64Array): number {
  const step = a.length > 16 * BLOCK ? BLOCK : 1;
  let total = 0;
  let lost = 0;
  for (let from = 0; from < a.length; from += step) {
    const to = min(a.length, from + step);
    let value = 0;
    for (let i = from; i < to; i++) value += (a[i] ?? NaN) * (b[i] ?? NaN);
    const next = total + value;
    lost += abs(total) >= abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

export function mean(values: Float64Array): number {
  return sum(values) / values.length;
}
