import { resolve } from 'node:path';
import type { CommandRun } from '../command/command';
import { EXIT, worstOf } from '../exit-code';
import { ProgressLine } from '../terminal/progress-line';
import { applyDashboards, readDashboards } from './apply-dashboards';
import { applyDatasets } from './apply-datasets';
import { applyDerivations } from './apply-derivations';
import { applyFeatures, readFeatures } from './apply-features';
import { applyMetrics, readMetrics } from './apply-metrics';
import { ApplyReport } from './apply-report';
import { firstAccessOf, readProject } from './project-file';
import { readSources } from './project-sources';
import { UploadMemory } from './upload-memory';

/** Loads a project into the service; idempotent. Every file is read before anything is sent. */
export const run: CommandRun = async (args, context) => {
  const directory = resolve(context.terminal.cwd, args.maybe(0) ?? '.');
  const project = readProject(directory);
  const said = firstAccessOf(project);
  const metrics = readMetrics(directory);
  const features = readFeatures(directory);
  const dashboards = readDashboards(directory);
  const sources = readSources(directory);
  const client = await context.client();
  const line = new ProgressLine(context.terminal);
  const report = new ApplyReport(context.terminal, context.json, line);
  const options = { force: args.flag('force'), requireSound: args.flag('require-sound'), said };
  try {
    await applyDatasets(client, project, directory, UploadMemory.in(directory, context.settings().url), report);
    await applyDerivations(client, sources, project.derivations_dir.replace(/\/+$/, ''), options, report, line);
    await applyMetrics(client, metrics, said, report);
    await applyFeatures(client, features, said, report);
    await applyDashboards(client, dashboards, said, report);
  } finally {
    line.stop();
  }
  const changed = report.items.filter((it) => it.change === 'created' || it.change === 'updated').length;
  const refused = report.codes.filter((it) => it !== EXIT.ok).length;
  if (context.json)
    context.terminal.out(`${JSON.stringify({ project: project.project, items: report.items }, null, 2)}\n`);
  context.terminal.err(
    `${project.project}: ${report.items.length} ${report.items.length === 1 ? 'object' : 'objects'}, ${changed} changed${refused === 0 ? '' : `, ${refused} failed or refused`}\n`,
  );
  return worstOf(report.codes);
};
