import type { CommandRun } from '../command/command';
import { show } from '../command/command';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const token = await client.revokeToken({ params: { id: args.at(0) } });
  show(context, token, () => `${token.name} (${token.id}) is revoked\n`);
};
