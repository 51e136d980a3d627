/**
 * Loops over rows. `TypedArray.from` with a callback walks an iterator and is ten times slower, which a million rows
 * turn into seconds.
 */

/** f(0) … f(n − 1) as numbers. */
export function numbers(n: number, f: (i: number) => number): Float64Array {
  const result = new Float64Array(n);
  for (let i = 0; i < n; i++) result[i] = f(i);
  return result;
}

/** 1 where the test holds, else 0. */
export function flags(n: number, test: (i: number) => boolean): Uint8Array {
  const result = new Uint8Array(n);
  for (let i = 0; i < n; i++) if (test(i)) result[i] = 1;
  return result;
}

/** 0 … n − 1. */
export function rowNumbers(n: number): Int32Array {
  const result = new Int32Array(n);
  for (let i = 0; i < n; i++) result[i] = i;
  return result;
}

/** The row numbers for which the test holds, ascending. */
export function rowsWhere(n: number, test: (i: number) => boolean): Int32Array {
  const result = new Int32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) if (test(i)) result[count++] = i;
  return result.slice(0, count);
}

/** Row numbers by ascending value, ties in order of row. */
export function ascending(values: Float64Array): Int32Array {
  return rowNumbers(values.length).sort((a, b) => (values[a] ?? NaN) - (values[b] ?? NaN) || a - b);
}

/** Values of the given rows. */
export function pick(values: Float64Array, rows: Int32Array): Float64Array {
  const result = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) result[i] = values[rows[i] ?? -1] ?? NaN;
  return result;
}

/** Codes of the given rows; −1 where there is none. */
export function pickCodes(codes: Int32Array, rows: Int32Array): Int32Array {
  const result = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) result[i] = codes[rows[i] ?? -1] ?? -1;
  return result;
}

/** Number of sorted values below this one. */
export function placeOf(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? NaN) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
