import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly parent: number;
  readonly bytes: number;
}

const PAGE = 4096;

/** Resident megabytes of these processes and everything below them. Pages they share are counted for each. */
export function residentMegabytes(pids: readonly number[]): number {
  const all = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), processOf(name)]),
  );
  const roots = new Set(pids);
  let bytes = 0;
  for (const [pid, found] of all) if (found !== null && isUnder(pid, roots, all)) bytes += found.bytes;
  return bytes / 1e6;
}

function isUnder(pid: number, roots: ReadonlySet<number>, all: ReadonlyMap<number, Process | null>): boolean {
  for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (roots.has(at)) return true;
  return false;
}

/** From proc_pid_stat(5): the fields after the name, which may itself hold spaces and brackets. */
function processOf(pid: string): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent: fields[1] ?? 0, bytes: (fields[21] ?? 0) * PAGE };
  } catch {
    return null;
  }
}
