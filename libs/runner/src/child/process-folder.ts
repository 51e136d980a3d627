import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

const DAY_MS = 24 * 3_600_000;

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

/**
 * Removes the folders beside `own` whose processes have ended; answers how many. A process that lives says so by touching its
 * folder, which this does for `own`, made if it is not there: on another host, one that was not touched for a day is a dead one's.
 */
export async function sweepProcessFolders(own: string, now: Date): Promise<number> {
  await mkdir(own, { recursive: true, mode: 0o700 });
  await utimes(own, now, now);
  let swept = 0;
  for (const name of await readdir(dirname(own))) {
    const path = join(dirname(own), name);
    const found = await stat(path).catch(() => null);
    if (name === basename(own) || found === null) continue;
    if (found.mtimeMs + DAY_MS >= now.getTime() && !isOfDeadProcess(name)) continue;
    await rm(path, { recursive: true, force: true });
    swept += 1;
  }
  return swept;
}
