import { type CommandRun, show } from '../command/command';
import { versionArgument } from '../command/version-argument';

export const run: CommandRun = async (args, context) => {
  const asked = args.maybe(1);
  const version = asked === undefined ? undefined : versionArgument(asked);
  const client = await context.client();
  const params = { name: args.at(0) };
  const { etag } = await client.getDashboard({ params });
  const dashboard = await client.publishDashboard({
    params,
    body: version === undefined ? {} : { version },
    if_match: etag,
  });
  show(context, dashboard, () => `${dashboard.name}: version ${dashboard.published?.version ?? '–'} is published\n`);
};
