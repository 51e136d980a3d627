import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../command/usage-error';
import { stateDirectories } from '../settings';
import type { Terminal } from '../terminal/terminal';

/** The certificate key's file: as typed, else `SVC_CERTIFICATE_KEY`, else that of the nearest `.svc/` above (or `SVC_STATE_DIR`). */
export function findKeyFile(given: string | undefined, { env, cwd }: Terminal): string {
  const stated = given ?? env.SVC_CERTIFICATE_KEY;
  if (stated !== undefined && stated.trim() !== '') return resolve(cwd, stated);
  const found = stateDirectories(env, cwd)
    .map((directory) => join(directory, 'certificate.key'))
    .find((it) => existsSync(it));
  if (found === undefined)
    throw new UsageError('there is no .svc/certificate.key in this folder or above: name the key file with --key');
  return found;
}
