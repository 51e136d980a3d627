import { Duplex, Readable } from 'node:stream';
import { type BoundedCommand, SupervisedChild } from '../child/supervised-child';

/** The streams to a started host. */
export interface HostPipes {
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly protocol: Duplex;
  /** The stream of the table that the host sends. */
  readonly table: Readable;
}

/**
 * Descriptors of the sandbox: 3 the protocol, 4 the filter for bubblewrap, 5 the table. All are pipes: a descriptor of a
 * file would carry the rights of whoever opened it past every mount.
 */
export const SECCOMP_FD = 4;
const STREAMS = {
  stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  ownGroup: true,
  cwd: '/',
} as const;

/** Starts a host; null when the service has no descriptors left. */
export function startHost(command: BoundedCommand): { child: SupervisedChild; pipes: HostPipes } | null {
  const child = SupervisedChild.start(command, STREAMS);
  const [stdout, stderr, protocol, table] = [1, 2, 3, 5].map((it) => child.stream(it));
  if (!(
    stdout instanceof Readable &&
    stderr instanceof Readable &&
    protocol instanceof Duplex &&
    table instanceof Readable
  ))
    return null;
  // A pipe to a process that has ended; its exit says why.
  protocol.on('error', () => undefined);
  return { child, pipes: { stdout, stderr, protocol, table } };
}
