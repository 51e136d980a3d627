import { type CommandRun, show } from '../command/command';

export const deleteView: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0) };
  const { etag } = await client.getFeatureView({ params });
  show(context, await client.deleteFeatureView({ params, if_match: etag }), () => `${params.name} deleted`);
};

export const deleteEntity: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0) };
  const { etag } = await client.getEntity({ params });
  show(context, await client.deleteEntity({ params, if_match: etag }), () => `${params.name} deleted`);
};
