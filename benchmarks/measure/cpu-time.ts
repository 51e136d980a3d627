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
  const all = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), usageOf(name)]),
  );
  const counted = new Set(pids);
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
