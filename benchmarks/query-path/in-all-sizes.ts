import { cpuTimes } from '../measure/cpu-time';
import { inTurn } from '../measure/in-turn';
import { say } from '../measure/say';
import type { PathArm } from './arms';
import { clients } from './clients';
import { residentMegabytes } from './resident';
import type { Cell, Slice } from './slices';

export const CLIENTS = [1, 4, 8, 16];
/** Servers run for days: what their compilers do in the first thousands of requests is not measured, of no arm. */
const WARM_UP_CLIENTS = 8;
const WARM_UP_MS = 15_000;

export interface Slicing {
  readonly seconds: number;
  readonly rounds: number;
  /** How long each arm warms up; 15 s by default. */
  readonly warmUpMs?: number;
  /** Processes whose processor time is counted in each slice. */
  readonly processes?: ReadonlyMap<string, number>;
}

/** Every arm in turn with each number of clients, after a warm-up of each. */
export async function inAllSizes(
  label: string,
  arms: readonly PathArm[],
  { seconds, rounds, warmUpMs = WARM_UP_MS, processes = new Map() }: Slicing,
  counts: readonly number[] = CLIENTS,
): Promise<Cell[]> {
  const cells: Cell[] = [];
  for (const arm of arms) {
    say(`${label}: warming up, ${arm.name}`);
    await clients(Math.min(WARM_UP_CLIENTS, Math.max(...counts)), warmUpMs, (unique) => arm.ask(unique));
  }
  for (const count of counts) {
    const slicing = arms.map((arm) => ({
      name: arm.name,
      run: async (): Promise<Slice> => {
        const before = cpuTimes(processes);
        const met = await clients(count, seconds * 1000, (unique) => arm.ask(unique));
        const cpuMs = new Map([...cpuTimes(processes)].map(([name, ms]) => [name, ms - (before.get(name) ?? 0)]));
        return { ...met, cpuMs, rss: residentMegabytes(arm.pids) };
      },
    }));
    const results = await inTurn(slicing, rounds + 1, (text) => {
      say(`${label}, ${String(count)} clients: ${text}`);
    });
    // The first round warms up.
    cells.push({ label, count, results: new Map([...results].map(([name, all]) => [name, all.slice(1)])) });
  }
  return cells;
}
