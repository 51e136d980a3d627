import { type ChildProcess, spawn } from 'node:child_process';
import { Duplex, Readable } from 'node:stream';
import { SYSTEM_PATH } from './find-bubblewrap';

/** The streams to a started host. */
export interface HostPipes {
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly protocol: Duplex;
  /** What the host sends as its table. */
  readonly table: Readable;
}

/**
 * Descriptors of the sandbox: 3 the protocol, 4 the filter for bubblewrap, 5 the table. All are pipes: a descriptor of a
 * file would carry the rights of whoever opened it past every mount.
 */
export const SECCOMP_FD = 4;

/** Starts a host. A service that has no descriptors left gets a child without pipes, whatever the types say: null. */
export function spawnHost(
  command: readonly string[],
  filter: Buffer,
): { child: ChildProcess; pipes: HostPipes } | null {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    env: { PATH: SYSTEM_PATH },
    cwd: '/',
    detached: true,
  });
  // Whether it started is seen from what it says; without a listener its absence would end the service.
  child.on('error', ignore);
  const streams: readonly unknown[] = Array.isArray(child.stdio) ? child.stdio : [];
  const [, stdout, stderr, protocol, seccomp, table] = streams;
  if (!(
    stdout instanceof Readable &&
    stderr instanceof Readable &&
    protocol instanceof Duplex &&
    seccomp instanceof Duplex &&
    table instanceof Readable
  ))
    return null;
  seccomp.on('error', ignore).end(filter);
  protocol.on('error', ignore);
  return { child, pipes: { stdout, stderr, protocol, table } };
}

function ignore(): void {
  // A pipe to a process that has ended; its exit tells the story.
}
