import { readFileSync, readlinkSync } from 'node:fs';

/** A process number means the same process only together with its start. */
export interface ProcessId {
  readonly pid: number;
  readonly startedAt: string;
}

/** The process of that number now. Throws when there is none. */
export function identify(pid: number): ProcessId {
  return { pid, startedAt: readStat(pid).startedAt };
}

/** This process, as `/proc` numbers it. */
export function currentProcess(): ProcessId {
  return identify(Number(readlinkSync('/proc/self')));
}

/** Whether it has ended, also when its number has gone to another process since. */
export function hasEnded({ pid, startedAt }: ProcessId): boolean {
  try {
    const stat = readStat(pid);
    return stat.startedAt !== startedAt || stat.state === 'Z';
  } catch {
    return true;
  }
}

function readStat(pid: number): { state: string; startedAt: string } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name, in parentheses, may hold anything, so fields are counted after its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? 'Z', startedAt: fields[19] ?? '' };
}
