import { type CommandRun, show } from '../command/command';
import { versionArgument } from '../command/version-argument';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const [name, version] = [args.at(0), args.maybe(1)];
  if (version !== undefined) {
    const params = { name, version: versionArgument(version) };
    show(context, await client.deleteModelVersion({ params }), () => `version ${version} of ${name} deleted`);
    return;
  }
  const { etag } = await client.getModel({ params: { name } });
  show(context, await client.deleteModel({ params: { name }, if_match: etag }), () => `${name} deleted`);
};
