import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever its own tick is. */
const TICK_MS = 10;

interface Usage {
  readonly parent: number;
  readonly ticks: number;
}

/**
 * Milliseconds of processor time, ever, of these processes and everything below them, also of children that have ended.
 * On a busy machine it says more than the clock does: waiting for a processor is not counted.
 */
export function cpuTime(pids: Iterable<number>): number {
  return timeUnder(new Set(pids), usages());
}

/** The same of each process by itself, all read at once. */
export function cpuTimes(processes: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const all = usages();
  return new Map([...processes].map(([name, pid]) => [name, timeUnder(new Set([pid]), all)]));
}

function usages(): ReadonlyMap<number, Usage | null> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(pids.map((name) => [Number(name), usageOf(name)]));
}

function timeUnder(counted: ReadonlySet<number>, all: ReadonlyMap<number, Usage | null>): number {
  let ticks = 0;
  for (const [pid, usage] of all) if (usage !== null && isUnder(pid, counted, all)) ticks += usage.ticks;
  return ticks * TICK_MS;
}

function isUnder(pid: number, roots: ReadonlySet<number>, all: ReadonlyMap<number, Usage | null>): boolean {
  for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (roots.has(at)) return true;
  return false;
}

/** From proc_pid_stat(5): what follows the name, which may itself hold spaces and brackets. */
function usageOf(pid: string): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, ticks: user + system + ofChildren + systemOfChildren };
  } catch {
    return null;
  }
}
