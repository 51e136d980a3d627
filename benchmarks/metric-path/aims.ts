import { figure } from '../measure/markdown-table';
import { median } from '../measure/quantile';
import { RAW } from '../query-path/arms';
import { type Cell, latencyOf } from '../query-path/slices';
import { COMPUTED, CUBE_KNOWN, FLOOR, KNOWN, ME, PAGE_COMPUTED, PAGE_KNOWN } from './arm-names';

export const AIMS_HEAD = ['table', 'aim', 'bound', 'measured', 'holds'];

/** Rows of the aims of ADR 17 that a cell can be held against; aims whose arms took no part are left out. */
export function aimsOf(cell: Cell): string[][] {
  const p50 = (name: string): number | null => latencyOf(cell, name, 0.5);
  const row = (aim: string, bound: number | null, measured: number | null, atLeast = false): string[][] => {
    if (bound === null || measured === null) return [];
    const holds = atLeast ? measured >= bound : measured <= bound;
    return [[cell.label, aim, `${atLeast ? '≥' : '≤'} ${figure(bound)}`, figure(measured), holds ? 'yes' : 'no']];
  };
  if (cell.count === 8) {
    return [
      ...row('known, requests/s with 8 clients: 3 × Cube', scaled(3, rate(cell, CUBE_KNOWN)), rate(cell, KNOWN), true),
      ...row('gateway + NATS + nothing, requests/s with 8 clients', 3_000, rate(cell, FLOOR), true),
    ];
  }
  if (cell.count !== 1) return [];
  const alone = p50(RAW);
  return [
    ...row('known, p50 ms: Cube alone', p50(CUBE_KNOWN), p50(KNOWN)),
    ...row('known, p99 ms: 5 × p50', scaled(5, p50(KNOWN)), latencyOf(cell, KNOWN, 0.99)),
    ...row('computed, p50 ms: DuckDB + 3.5', alone === null ? null : alone + 3.5, p50(COMPUTED)),
    ...row('/api/me, p50 ms', 1.2, p50(ME)),
    ...row('page of 20 known tiles, p50 ms', 20, p50(PAGE_KNOWN)),
    ...row('page of 20 computed tiles, p50 ms: 20 statements', alone, p50(PAGE_COMPUTED)),
  ];
}

function rate({ results }: Cell, name: string): number | null {
  const slices = results.get(name) ?? [];
  return slices.length === 0 ? null : median(slices.map((it) => it.perSecond));
}

function scaled(factor: number, value: number | null): number | null {
  return value === null ? null : factor * value;
}
