/** Significant digits kept: far more than any statistic means, few enough that the order of a sum does not show. */
const DIGITS = 10;

/** Numbers, alone or anywhere inside a plain value, rounded to digits that every run reproduces. */
export function digitsOf<T>(value: T): T;
export function digitsOf(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : value;
  if (Array.isArray(value)) return value.map((item: unknown) => digitsOf(item));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]: [string, unknown]) => [key, digitsOf(item)]));
  }
  return value;
}
