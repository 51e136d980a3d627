/** A partition of the rows: code 0 … count − 1 for each row. */
export interface Factor {
  readonly codes: Int32Array;
  readonly count: number;
}

/** Renumbers codes that occur, in order of first appearance of the smallest code; drops unused ones. */
export function compact(codes: Int32Array, size: number): Factor {
  const used = new Int32Array(size).fill(-1);
  for (const code of codes) if (code >= 0) used[code] = 0;
  let count = 0;
  for (let code = 0; code < size; code++) if (used[code] === 0) used[code] = count++;
  return { codes: codes.map((code) => (code < 0 ? -1 : (used[code] ?? -1))), count };
}

/** The partition whose parts are all combinations that occur. */
export function cross(a: Factor, b: Factor): Factor {
  if (a.count * b.count < 4 * a.codes.length + 1024) {
    return compact(
      a.codes.map((code, i) => code * b.count + (b.codes[i] ?? 0)),
      a.count * b.count,
    );
  }
  const places = new Map<number, number>();
  const codes = a.codes.map((code, i) => {
    const key = code * b.count + (b.codes[i] ?? 0);
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place;
  });
  return { codes, count: places.size };
}

/** Values minus the mean of their part. */
export function withinParts(values: Float64Array, { codes, count }: Factor): Float64Array {
  const totals = new Float64Array(count);
  const sizes = new Float64Array(count);
  for (let i = 0; i < values.length; i++) {
    const code = codes[i] ?? 0;
    totals[code] = (totals[code] ?? NaN) + (values[i] ?? NaN);
    sizes[code] = (sizes[code] ?? NaN) + 1;
  }
  for (let code = 0; code < count; code++) totals[code] = (totals[code] ?? NaN) / Math.max(1, sizes[code] ?? NaN);
  return values.map((value, i) => value - (totals[codes[i] ?? 0] ?? NaN));
}

export function partSizes({ codes, count }: Factor): Float64Array {
  const sizes = new Float64Array(count);
  for (const code of codes) sizes[code] = (sizes[code] ?? NaN) + 1;
  return sizes;
}
