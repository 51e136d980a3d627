import { type CommandRun, show } from '../command/command';
import { versionArgument } from './version-argument';

export const run: CommandRun = async (args, context) => {
  const [name, version] = [args.at(0), versionArgument(args.at(1))];
  const client = await context.client();
  const { etag } = await client.getDashboard({ params: { name } });
  const dashboard = await client.rollBackDashboard({ params: { name }, body: { version }, if_match: etag });
  show(context, dashboard, () => `${name}: version ${version} is saved anew as version ${dashboard.version}${dashboard.status === 'changed' ? `; publish it with: svc dashboard publish ${name}` : ''}\n`);
};
