import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, DashboardSpec, SaidAccess } from '@svc/contracts';
import { CommandError } from '../command/usage-error';
import { readDashboardFile } from '../dashboard/read-dashboard-file';
import { saveDashboard } from '../dashboard/save-dashboard';
import type { ApplyReport } from './apply-report';

/** The dashboards of `dashboards/`, one in each file: YAML or JSON, as for `svc dashboard apply`. */
export function readDashboards(directory: string): DashboardSpec[] {
  const folder = join(directory, 'dashboards');
  if (!existsSync(folder)) return [];
  const found = new Map<string, string>();
  return readdirSync(folder)
    .filter((it) => /\.(ya?ml|json)$/.test(it))
    .sort()
    .map((file) => {
      const shownAs = `dashboards/${file}`;
      const spec = readDashboardFile(join(folder, file), shownAs);
      const first = found.get(spec.name);
      if (first !== undefined)
        throw new CommandError(`${shownAs}: dashboard "${spec.name}" is defined in ${first} already`);
      found.set(spec.name, shownAs);
      return spec;
    });
}

/** Saves every dashboard that differs from its newest version. Publishing stays a separate decision. */
export async function applyDashboards(
  client: Client,
  dashboards: readonly DashboardSpec[],
  said: SaidAccess,
  report: ApplyReport,
): Promise<void> {
  for (const spec of dashboards) {
    await report.attempt('dashboard', spec.name, async () => {
      report.say(`${spec.name}: saving`);
      const { dashboard, change } = await saveDashboard(client, spec, said);
      report.add({
        kind: 'dashboard',
        name: spec.name,
        change,
        detail:
          dashboard.status === 'published'
            ? ''
            : `version ${dashboard.version} is not published; publish it with: svc dashboard publish ${spec.name}`,
      });
    });
  }
}
