import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from './error-code';

const REFUSED = new Set<unknown>(['EACCES', 'EPERM']);

/**
 * How many file locks and epoll watches processes of a sandbox hold, by its own `/proc`. No limit of a process counts them,
 * nor are they memory of a process, and the kernel's bound on watches is one for all processes of a user: when none is left,
 * Node.js, Postgres and NATS end. Infinity if a process hides its descriptors.
 */
export function kernelObjects(proc: string, pids: readonly string[]): number {
  return locks(path.join(proc, 'locks')) + pids.reduce((sum, pid) => sum + watches(path.join(proc, pid)), 0);
}

/** Those of its own process namespace; locks of open files (OFD) are shown to every namespace, and no sandbox may have any. */
function locks(file: string): number {
  return content(file)
    .split('\n')
    .filter((line) => line !== '' && !line.includes(': OFDLCK ')).length;
}

function watches(process: string): number {
  try {
    return readdirSync(path.join(process, 'fd'))
      .filter((descriptor) => isEpoll(path.join(process, 'fd', descriptor)))
      .reduce((sum, descriptor) => sum + content(path.join(process, 'fdinfo', descriptor)).split('\n').length, 0);
  } catch (error) {
    return REFUSED.has(errorCode(error)) && hasMemory(process) ? Infinity : 0;
  }
}

function isEpoll(descriptor: string): boolean {
  try {
    return readlinkSync(descriptor) === 'anon_inode:[eventpoll]';
  } catch {
    // Closed since.
    return false;
  }
}

/** Empty when it is gone, as its process may be. */
function content(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** A process that is ending has given its memory back, and shows its descriptors to root alone; it opens no more. */
function hasMemory(process: string): boolean {
  return content(path.join(process, 'status')).includes('\nVmSize:');
}
