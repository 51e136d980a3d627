import { type CommandRun, show } from '../command/command';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0) };
  const { version } = await client.getDataset({ params });
  show(context, await client.deleteDataset({ params, if_match: version.data_hash }), () => `${params.name} deleted`);
};
