import { type CommandRun, show } from '../command/command';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0) };
  const { etag } = await client.getWebhook({ params });
  show(context, await client.deleteWebhook({ params, if_match: etag }), () => `${params.name} deleted`);
};
