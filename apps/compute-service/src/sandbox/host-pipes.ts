import { type ChildProcess, spawn } from 'node:child_process';
import { Duplex, Readable } from 'node:stream';
import { SYSTEM_PATH } from './find-bubblewrap';

/** The streams to a started host. */
export interface HostPipes {
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly protocol: Duplex;
}

export interface HostFiles {
  /** Compiled system-call filter. */
  readonly seccomp: Buffer;
  /** Descriptor of the file a table goes to; null when none is expected. */
  readonly outputFd: number | null;
  readonly inputFds: readonly number[];
}

/** Descriptors of the sandbox: 3 the protocol, 4 the filter for bubblewrap, 5 the output, 6 and up the inputs. */
export const SECCOMP_FD = 4;

/** Starts a host. A service that has no descriptors left gets a child without pipes, whatever the types say: null. */
export function spawnHost(
  command: readonly string[],
  files: HostFiles,
): { child: ChildProcess; pipes: HostPipes } | null {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', files.outputFd ?? 'ignore', ...files.inputFds],
    env: { PATH: SYSTEM_PATH },
    cwd: '/',
    detached: true,
  });
  // Whether it started is seen from what it says; without a listener its absence would end the service.
  child.on('error', ignore);
  const [, stdout, stderr, protocol, seccomp] = Array.isArray(child.stdio) ? child.stdio : [];
  if (!(
    stdout instanceof Readable &&
    stderr instanceof Readable &&
    protocol instanceof Duplex &&
    seccomp instanceof Duplex
  ))
    return null;
  seccomp.on('error', ignore).end(files.seccomp);
  protocol.on('error', ignore);
  return { child, pipes: { stdout, stderr, protocol } };
}

function ignore(): void {
  // A pipe to a process that has ended; its exit tells the story.
}
