import type { ClaimKind } from '../claim/claim';
import { type Measured, together } from './measure';
import { rowId } from '../verdict/error-rate-row';
import { type CalibrationOptions, calibrationPlan, type Cell, measureCell } from './plan';

/** One row of the published table. */
export interface ErrorRates {
  /** `comparison-1000`, `comparison-binary-1000`: what a certificate's `error_rates` points at. */
  readonly id: string;
  readonly kind: ClaimKind;
  readonly design: string;
  readonly n: number;
  readonly nulls: Measured;
  readonly effects: readonly { readonly shift: number; readonly measured: Measured }[];
}

/** Measures error rates, one row after the other; the same options give the same numbers on every machine. */
export function* calibrate(options: CalibrationOptions = {}): Generator<ErrorRates> {
  for (const cells of rowsOf(calibrationPlan(options))) {
    const row = assemble(cells, (cell) => measureCell(cell));
    if (row !== null) yield row;
  }
}

/** Rows of what has been measured so far, by name of cell; a row says how many draws it has. */
export function errorRatesOf(plan: readonly Cell[], measured: ReadonlyMap<string, Measured>): ErrorRates[] {
  return rowsOf(plan).flatMap((cells) => assemble(cells, ({ name }) => measured.get(name)) ?? []);
}

function rowsOf(plan: readonly Cell[]): Cell[][] {
  const rows = new Map<string, Cell[]>();
  for (const cell of plan) {
    const key = `${cell.kind}/${cell.design}/${cell.n}`;
    rows.set(key, [...(rows.get(key) ?? []), cell]);
  }
  return [...rows.values()];
}

function assemble(cells: readonly Cell[], measuredOf: (cell: Cell) => Measured | undefined): ErrorRates | null {
  const [first] = cells;
  if (first === undefined) return null;
  const { kind, design, n } = first;
  const at = (shift: number): Measured =>
    together(cells.filter((cell) => cell.shift === shift).flatMap((cell) => measuredOf(cell) ?? []));
  const nulls = at(0);
  const shifts = [...new Set(cells.map(({ shift }) => shift))].filter((shift) => shift !== 0);
  const effects = shifts.map((shift) => ({ shift, measured: at(shift) })).filter(({ measured }) => measured.draws > 0);
  return nulls.draws === 0 ? null : { id: rowId(kind, design, n), kind, design, n, nulls, effects };
}
