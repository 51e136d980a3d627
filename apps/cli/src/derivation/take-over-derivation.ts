import { type CommandRun, show } from '../command/command';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0) };
  const { author: before, etag } = await client.getDerivation({ params });
  const derivation = await client.takeOverDerivation({ params, if_match: etag });
  show(
    context,
    derivation,
    () => `${derivation.name} acts with the rights of ${derivation.author} from now on (before: ${before})\n`,
  );
};
