import type { CommandRun } from '../command/command';
import { show } from '../command/command';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  show(context, await client.cancelSql({ params: { id: args.at(0) } }), () => 'cancelled');
};
