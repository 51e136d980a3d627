import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { thisMachine } from './config';
import type { CommandLine } from './server-command';

/** Debian's `nobody`: the one ordinary account that every machine has, and Postgres asks who it is. */
const NOBODY = 65_534;

/** How a command is run by somebody who is not root. */
export interface OrdinaryUser {
  /** The command, prefixed with what changes the user; the process id stays that of the command. */
  run(command: CommandLine): CommandLine;
  /** Makes a directory the user's own. */
  own(directory: string): void;
}

function works(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

const ourselves: OrdinaryUser = { run: (command) => command, own: () => undefined };

const namespaced: OrdinaryUser = {
  run: (command) => ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--', ...command],
  own: () => undefined,
};

const nobody: OrdinaryUser = {
  run: (command) => ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--', ...command],
  own: (directory) => chownSync(directory, NOBODY, NOBODY),
};

/**
 * Somebody whom Postgres lets start it: ourselves, unless we are root. Root becomes `nobody` in a user namespace,
 * where root's files stay reachable, also below /root; a machine without user namespaces leaves the real account,
 * which needs a directory that everybody may reach.
 */
export function ordinaryUser(): OrdinaryUser {
  if (!thisMachine().root) return ourselves;
  const [program, ...args] = namespaced.run(['true']);
  return works(program, args) ? namespaced : nobody;
}
