import { type CommandRun, show } from '../command/command';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0), alias: args.at(1) };
  show(context, await client.releaseAlias({ params }), () => `no version of ${params.name} is ${params.alias} now\n`);
};
