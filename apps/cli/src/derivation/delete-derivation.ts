import { type CommandRun, show } from '../command/command';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0) };
  const { etag } = await client.getDerivation({ params });
  show(context, await client.deleteDerivation({ params, if_match: etag }), () => `${params.name} deleted`);
};
