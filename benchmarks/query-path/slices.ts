import { figure, times } from '../measure/markdown-table';
import { median, quantile } from '../measure/quantile';
import { RAW } from './arms';
import type { Met } from './clients';
import { CUBE_COMPUTED } from './cube-arms';
import { overheadRatio } from './overhead';

/** What one arm met in its turn, the memory of who answered, and the processor time of each process watched. */
export interface Slice extends Met {
  readonly rss: number;
  readonly cpuMs: ReadonlyMap<string, number>;
}

/** All arms over one table with one number of clients. */
export interface Cell {
  readonly label: string;
  readonly count: number;
  readonly results: ReadonlyMap<string, readonly Slice[]>;
}

export const HEAD = [
  'table',
  'clients',
  '',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'requests/s',
  'RSS MB',
  'p50 − DuckDB, ms',
  'the same of Cube ÷ this',
];

/** The latency below which the share `q` of an arm's requests was answered; null where the arm took no part. */
export function latencyOf({ results }: Cell, name: string, q: number): number | null {
  const all = latencies(results.get(name) ?? []);
  return all.length === 0 ? null : quantile(all, q);
}

function latencies(slices: readonly Slice[]): number[] {
  return slices.flatMap((it) => [...it.latencies]);
}

/** The rows of the table for one cell, an arm each. */
export function linesOf(cell: Cell): string[][] {
  const bare = latencyOf(cell, RAW, 0.5) ?? 0;
  const cube = latencyOf(cell, CUBE_COMPUTED, 0.5);
  return [...cell.results].map(([name, slices]) => {
    const all = latencies(slices);
    const p50 = quantile(all, 0.5);
    const ratio =
      cube === null || name === CUBE_COMPUTED || !name.includes('another') ? null : overheadRatio(cube, p50, bare);
    const rss = Math.max(...slices.map((it) => it.rss));
    return [
      cell.label,
      String(cell.count),
      name,
      figure(p50),
      figure(quantile(all, 0.95)),
      figure(quantile(all, 0.99)),
      figure(median(slices.map((it) => it.perSecond))),
      rss === 0 ? '' : figure(rss),
      figure(p50 - bare),
      ratio === null ? '' : times(ratio),
    ];
  });
}
