import { roundedText } from '../terminal/cell-text';

export interface EstimateLike {
  readonly value: number;
  readonly label: string;
  readonly unit: string | null;
  readonly interval: { readonly level: number; readonly low: number; readonly high: number } | null;
  readonly n: number;
}

/** `12.1 minutes (99.5 %: 11.2 … 13.0), afternoon - morning, n = 328521`; null when there is none. */
export function estimateText(estimate: EstimateLike | null): string | null {
  if (estimate === null) return null;
  const { value, unit, interval, label, n } = estimate;
  const range =
    interval === null
      ? ''
      : ` (${roundedText(interval.level * 100)} %: ${roundedText(interval.low)} … ${roundedText(interval.high)})`;
  return `${roundedText(value)}${unit === null ? '' : ` ${unit}`}${range}, ${label}, n = ${n}`;
}
