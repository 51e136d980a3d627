import { JsonError, KeyError, type KeyHistory, readKeyHistory } from '@svc/audit-chain';
import { type CommandContext, show } from '../command/command';
import { textTable, whole } from '../command/printing';
import { CommandError } from '../command/usage-error';
import { findKeyFile } from './find-key-file';

/** Which key signed when: as the service publishes it, or from a key file on this machine. As JSON it is a file that `--public-key` takes. */
export async function showKeyHistory(keyFile: string | undefined, context: CommandContext): Promise<void> {
  const keys =
    keyFile === undefined
      ? (await (await context.client()).getPublicKey()).keys
      : await historyOf(findKeyFile(keyFile, context.terminal));
  show(context, { schema: 'svc.keys/v1', keys }, () =>
    textTable(
      context.terminal,
      [whole('public key'), whole('signed from'), 'until'],
      keys.map((it) => [it.public_key, it.from, it.until ?? 'now: in use']),
    ),
  );
}

async function historyOf(path: string): Promise<KeyHistory> {
  try {
    const keys = await readKeyHistory(path);
    if (keys.length > 0) return keys;
  } catch (error) {
    if (error instanceof KeyError || error instanceof JsonError)
      throw new CommandError(`the keys of ${path} cannot be read: ${error.message}`);
    throw error;
  }
  throw new CommandError(`there is no key ${path}`, 'svc up makes one at its first start');
}
