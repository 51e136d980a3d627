import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from './error-code';

const EPOLL = 'anon_inode:[eventpoll]';
const REFUSED = new Set<unknown>(['EACCES', 'EPERM']);

/** What processes of a sandbox hold in the kernel; no limit of a process counts it, nor is it memory of a process. */
export interface KernelObjects {
  /**
   * File locks and epoll watches. The kernel's bound on watches is one for all processes of a user: when none is left, Node.js,
   * Postgres and NATS end. Infinity if a process hides its descriptors.
   */
  readonly count: number;
  /** The most that the buffers of all open pipes take. */
  readonly pipeBytes: number;
}

/** Of a size that nothing here may change. */
const PIPE_BUFFER_BYTES = 64 * 1024;

/** Looks at the descriptors of these processes, by the `/proc` of their sandbox. */
export function kernelObjects(proc: string, pids: readonly string[]): KernelObjects {
  const pipes = new Set<string>();
  const count = pids.reduce((sum, pid) => sum + watches(path.join(proc, pid), pipes), locks(path.join(proc, 'locks')));
  return { count, pipeBytes: pipes.size * PIPE_BUFFER_BYTES };
}

/** Those of its own process namespace; locks of open files (OFD) are shown to every namespace, and no sandbox may have any. */
function locks(file: string): number {
  return content(file)
    .split('\n')
    .filter((line) => line !== '' && !line.includes(': OFDLCK ')).length;
}

/** The epoll watches of a process. Adds its pipes, of which others may have the other end, to `pipes`. */
function watches(process: string, pipes: Set<string>): number {
  try {
    let found = 0;
    for (const descriptor of readdirSync(path.join(process, 'fd'))) {
      const target = targetOf(path.join(process, 'fd', descriptor));
      if (target.startsWith('pipe:')) pipes.add(target);
      if (target === EPOLL) found += content(path.join(process, 'fdinfo', descriptor)).split('\n').length;
    }
    return found;
  } catch (error) {
    return REFUSED.has(errorCode(error)) && hasMemory(process) ? Infinity : 0;
  }
}

/** Empty when it was closed since. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(descriptor);
  } catch {
    return '';
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
