import { resolve } from 'node:path';
import { newVisibilityIn } from '../access/visibility-options';
import { type CommandRun, show } from '../command/command';
import { textTable } from '../command/printing';
import { readDashboardFile } from './read-dashboard-file';
import { saveDashboard, type SavedDashboard } from './save-dashboard';

/** Every file is read before anything is sent. */
export const run: CommandRun = async (args, context) => {
  const specs = args.from(0).map((file) => readDashboardFile(resolve(context.terminal.cwd, file), file));
  const said = newVisibilityIn(args);
  const client = await context.client();
  const saved: SavedDashboard[] = [];
  for (const spec of specs) {
    const { dashboard, change } = await saveDashboard(client, spec, said);
    const shown = args.flag('publish')
      ? await client.publishDashboard({ params: { name: spec.name }, body: {}, if_match: dashboard.etag })
      : dashboard;
    saved.push({ dashboard: shown, change });
  }
  show(
    context,
    saved.map(({ dashboard, change }) => ({
      name: dashboard.name,
      change,
      version: dashboard.version,
      status: dashboard.status,
    })),
    () =>
      textTable(
        context.terminal,
        ['dashboard', 'change', 'version', 'state'],
        saved.map(({ dashboard, change }) => [dashboard.name, change, dashboard.version, dashboard.status]),
      ),
  );
};
