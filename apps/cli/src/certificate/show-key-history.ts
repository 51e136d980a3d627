import { JsonError, KeyError, type KeyHistory, readKeyHistory } from '@svc/audit-chain';
import { type CommandContext, show } from '../command/command';
import { textTable, whole } from '../command/printing';
import { CommandError } from '../command/usage-error';
import { findKeyFile } from './find-key-file';

/** Which key signed when, from the key's own file on this machine; as JSON it is a file that `--public-key` takes. */
export async function showKeyHistory(given: string | undefined, context: CommandContext): Promise<void> {
  const path = findKeyFile(given, context.terminal);
  const keys = await historyOf(path);
  if (keys.length === 0) throw new CommandError(`there is no key ${path}`, 'svc up makes one at its first start');
  show(context, { schema: 'svc.keys/v1', keys }, () =>
    textTable(context.terminal, [whole('public key'), whole('signed from'), 'until'], keys.map((it) => [it.public_key, it.from, it.until ?? 'now: in use'])));
}

async function historyOf(path: string): Promise<KeyHistory> {
  try {
    return await readKeyHistory(path);
  } catch (error) {
    if (error instanceof KeyError || error instanceof JsonError) throw new CommandError(`the keys of ${path} cannot be read: ${error.message}`);
    throw error;
  }
}
