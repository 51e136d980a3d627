import type { ClaimKind } from '../claim/claim';

/** Sizes at which error rates are measured; a claim is covered by the nearest one at or below its own. */
const MEASURED_SIZES: readonly number[] = [10, 30, 100, 300, 1000, 10_000];

/** Designs that differ from the plain one in their outcome are measured up to the size from which the plain rows speak for them too. */
const OUTCOME_SIZES = MEASURED_SIZES.slice(0, 4);

/** The sizes at which a design is measured. */
export function sizesOf(design: string): readonly number[] {
  return /^(continuous|binary|count|heavy-tailed|heaped)/.test(design) ? OUTCOME_SIZES : MEASURED_SIZES;
}

/** The row of the published table that speaks for a claim, e.g. `docs/oracle-error-rates.md#experiment-1000`. */
export function errorRateRow(kind: ClaimKind, n: number, design = 'plain'): string | null {
  if (kind === 'table') return null;
  const size = sizesOf(design)
    .filter((measured) => measured <= n)
    .at(-1);
  return size === undefined ? null : `docs/oracle-error-rates.md#${rowId(kind, design, size)}`;
}

/** The anchor of a row: of a plain design the kind and the size, else the design between them. */
export function rowId(kind: ClaimKind, design: string, n: number): string {
  const slug = design
    .replaceAll(/[^A-Za-z0-9.]+/g, '-')
    .replace(/-$/, '')
    .toLowerCase();
  return design === 'plain' ? `${kind}-${n}` : `${kind}-${slug}-${n}`;
}
