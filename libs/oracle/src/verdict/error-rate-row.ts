import type { ClaimKind } from '../claim/claim';

/** Sizes at which error rates are measured; a claim is covered by the nearest one at or below its own. */
export const MEASURED_SIZES: readonly number[] = [30, 100, 300, 1000, 10_000];

/** The row of the published table that speaks for a claim, e.g. `docs/oracle-error-rates.md#experiment-1000`. */
export function errorRateRow(kind: ClaimKind, n: number): string | null {
  if (kind === 'table') return null;
  const size = MEASURED_SIZES.filter((measured) => measured <= n).at(-1);
  return size === undefined ? null : `docs/oracle-error-rates.md#${kind}-${size}`;
}
