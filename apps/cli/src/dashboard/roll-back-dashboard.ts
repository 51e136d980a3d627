import { type CommandRun, show } from '../command/command';
import { versionArgument } from '../command/version-argument';

export const run: CommandRun = async (args, context) => {
  const [name, version] = [args.at(0), versionArgument(args.at(1))];
  const client = await context.client();
  const before = await client.getDashboard({ params: { name } });
  const dashboard = await client.rollBackDashboard({ params: { name }, body: { version }, if_match: before.etag });
  const publish = dashboard.status === 'published' ? '' : `; publish it with: svc dashboard publish ${name}`;
  show(context, dashboard, () =>
    dashboard.version === before.version
      ? `${name}: the newest version already equals version ${version}\n`
      : `${name}: version ${version} is saved again as version ${dashboard.version}${publish}\n`,
  );
};
