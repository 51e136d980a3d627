import { figure } from '../measure/markdown-table';
import type { Cell } from '../query-path/slices';

/** One row for each arm: processor milliseconds per request, of each process and of all. Moves less with a busy machine than the clock does. */
export function processorTimes(cell: Cell, processes: readonly string[]): string[][] {
  return [...cell.results].map(([name, slices]) => {
    const requests = slices.reduce((sum, it) => sum + it.latencies.length, 0);
    const each = processes.map(
      (process) => slices.reduce((sum, it) => sum + (it.cpuMs.get(process) ?? 0), 0) / requests,
    );
    const all = each.reduce((sum, it) => sum + it, 0);
    return [cell.label, String(cell.count), name, figure(all), ...each.map(figure)];
  });
}
