import { type KeyHistory, readKeyHistory } from '@svc/audit-chain';
import { findKeyFile } from '../certificate/find-key-file';
import { readPublicKey } from '../certificate/read-public-key';
import type { Terminal } from '../terminal/terminal';

/**
 * The keys to trust: those given, else all that the service's key file on this machine has had, else the one key the
 * service says it signs with. A certificate from before a rotation needs one of the first two.
 */
export async function trustedKeys(given: string | undefined, current: string, terminal: Terminal): Promise<string | KeyHistory> {
  if (given !== undefined) return readPublicKey(given, terminal.cwd);
  const history = await localHistory(terminal);
  return history.some((it) => it.public_key === current) ? history : current;
}

/** Empty where there is no key file that we may read, which is as it should be on any machine but the service's. */
async function localHistory(terminal: Terminal): Promise<KeyHistory> {
  try {
    return await readKeyHistory(findKeyFile(undefined, terminal));
  } catch {
    return [];
  }
}
