import type { CommandRun } from '../command/command';
import { show } from '../command/command';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const key = await client.getPublicKey();
  show(context, key, () => key.public_key);
};
