import type { Json } from '@svc/contracts';

export type Cells = readonly (readonly Json[])[];

/** Throws unless both hold the same cells in the same order. Numbers may be written as text, and with more zeros at their end. */
export function requireSame(who: string, expected: Cells, found: Cells): void {
  const text = (cells: Cells): string =>
    JSON.stringify(cells.map((row) => row.map((cell) => (Number.isNaN(Number(cell)) ? cell : Number(cell)))));
  if (expected.length === 0 || text(expected) !== text(found))
    throw new Error(`${who} answers otherwise: ${text(expected).slice(0, 300)} … ${text(found).slice(0, 300)}`);
}
