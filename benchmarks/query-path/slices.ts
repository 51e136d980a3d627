import { figure, times } from '../measure/markdown-table';
import { median, quantile } from '../measure/quantile';
import { RAW } from './arms';
import type { Met } from './clients';
import { CUBE_COMPUTED } from './cube-arms';
import { overheadRatio } from './overhead';

/** What one arm met in its turn, and the memory of who answered. */
export interface Slice extends Met {
  readonly rss: number;
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

/** The rows of the table for one cell, an arm each. */
export function linesOf(table: string, count: number, results: ReadonlyMap<string, readonly Slice[]>): string[][] {
  const latencies = (slices: readonly Slice[]): number[] => slices.flatMap((it) => [...it.latencies]);
  const p50Of = (name: string): number | null => {
    const slices = results.get(name);
    return slices === undefined ? null : quantile(latencies(slices), 0.5);
  };
  const bare = p50Of(RAW) ?? 0;
  const cube = p50Of(CUBE_COMPUTED);
  return [...results].map(([name, slices]) => {
    const all = latencies(slices);
    const p50 = quantile(all, 0.5);
    const ratio =
      cube === null || name === CUBE_COMPUTED || !name.includes('another') ? null : overheadRatio(cube, p50, bare);
    const rss = Math.max(...slices.map((it) => it.rss));
    return [
      table,
      String(count),
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
