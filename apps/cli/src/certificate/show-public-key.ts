import type { CommandContext, CommandRun } from '../command/command';
import { show } from '../command/command';

export const run: CommandRun = async (args, context) => {
  if (args.flag('history')) return showHistory(args.text('key'), context);
  const client = await context.client();
  const key = await client.getPublicKey();
  show(context, key, () => key.public_key);
};

/** Which key signed when, from the key's own file on this machine; as JSON it is a file that `--public-key` takes. */
async function showHistory(given: string | undefined, context: CommandContext): Promise<void> {
  const [{ readKeyHistory }, { findKeyFile }, { textTable, whole }, { CommandError }] = await Promise.all([
    import('@svc/audit-chain'), import('./find-key-file.js'), import('../command/printing.js'), import('../command/usage-error.js'),
  ]);
  const path = findKeyFile(given, context.terminal);
  const keys = await readKeyHistory(path);
  if (keys.length === 0) throw new CommandError(`there is no key ${path}`, 'svc up makes one at its first start');
  show(context, { schema: 'svc.keys/v1', keys }, () =>
    textTable(context.terminal, [whole('public key'), whole('signed from'), 'until'], keys.map((it) => [it.public_key, it.from, it.until ?? 'now: in use'])));
}
