/** Values of one column at one time. Nulls are counted, never compared. */
export type Sample = NumericSample | CategoricalSample;

export interface NumericSample {
  readonly kind: 'numeric';
  /** Finite numbers, in any order; times as a number in any fixed unit. */
  readonly values: Float64Array;
  readonly nulls: number;
}

export interface CategoricalSample {
  readonly kind: 'categorical';
  /** Rows of each category. */
  readonly counts: ReadonlyMap<string, number>;
  readonly nulls: number;
}

/** Rows with a value. */
export function sizeOf(sample: Sample): number {
  return sample.kind === 'numeric' ? sample.values.length : total(sample.counts);
}

/** At most so many distinct numbers are compared as categories: between them there is no distance worth the name. */
const MAX_DISCRETE_VALUES = 5;

/** Both samples as categories if that is what they are: text, or numbers of at most five distinct values together. */
export function asCategories(
  reference: Sample,
  current: Sample,
): readonly [ReadonlyMap<string, number>, ReadonlyMap<string, number>] | null {
  if (reference.kind === 'categorical' && current.kind === 'categorical') return [reference.counts, current.counts];
  if (reference.kind !== 'numeric' || current.kind !== 'numeric') {
    throw new TypeError('a column is numeric in one sample and categorical in the other');
  }
  const seen = new Set<number>();
  for (const { values } of [reference, current]) {
    for (const value of values) {
      seen.add(value);
      if (seen.size > MAX_DISCRETE_VALUES) return null;
    }
  }
  return [countsOf(reference.values), countsOf(current.values)];
}

function countsOf(values: Float64Array): ReadonlyMap<string, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return new Map([...counts].map(([value, rows]) => [String(value), rows]));
}

export function total(counts: ReadonlyMap<string, number>): number {
  let rows = 0;
  for (const count of counts.values()) rows += count;
  return rows;
}
