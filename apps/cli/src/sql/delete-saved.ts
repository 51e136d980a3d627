import type { CommandRun } from '../command/command';
import { show } from '../command/command';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0) };
  const { etag } = await client.getSavedQuery({ params });
  show(context, await client.deleteSavedQuery({ params, if_match: etag }), () => `${params.name} deleted`);
};
