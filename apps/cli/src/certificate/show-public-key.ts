import type { CommandRun } from '../command/command';
import { show } from '../command/command';

export const run: CommandRun = async (args, context) => {
  if (args.flag('history')) {
    const { showKeyHistory } = await import('./show-key-history.js');
    return showKeyHistory(args.text('key'), context);
  }
  const client = await context.client();
  const key = await client.getPublicKey();
  show(context, key, () => key.public_key);
};
