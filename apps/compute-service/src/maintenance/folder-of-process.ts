import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** When a process started, in the kernel's ticks: field 22 of /proc/<pid>/stat. Null for one that is gone. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** The name of a folder of this process alone, from which others on this host can tell whether the process still lives. */
export function folderOfThisProcess(): string {
  return [hostname(), process.pid, startOf(process.pid) ?? '0'].join('_');
}

/** True when a folder belongs to a process of this host that has ended. What is on another host cannot be told from here. */
export function isOfDeadProcess(folder: string, host = hostname()): boolean {
  const [started = '', pid = '', ...name] = folder.split('_').reverse();
  if (name.reverse().join('_') !== host || !/^\d+$/.test(pid)) return false;
  return startOf(Number(pid)) !== started;
}
