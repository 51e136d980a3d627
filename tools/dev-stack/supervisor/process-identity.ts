import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A process that cannot be mistaken for a later one with the same pid. */
export const processIdentity = z.object({
  pid: z.int().positive(),
  /** When it started, in the kernel's ticks since boot. */
  started: z.string(),
});
export type ProcessIdentity = z.infer<typeof processIdentity>;

/** Field 22 of /proc/<pid>/stat; the name in field 2 may contain spaces and brackets. Null for a process that is gone or dead. */
function startOf(pid: number): string | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** The identity of the process that has this pid now. */
export function identify(pid: number): ProcessIdentity | null {
  const started = startOf(pid);
  return started === null ? null : { pid, started };
}

/** True while exactly that process runs. */
export function isRunning(process: ProcessIdentity): boolean {
  return startOf(process.pid) === process.started;
}
