import { resolve } from 'node:path';
import { seenBy } from '../access/access-text';
import { firstAccessOf, readProject } from '../apply/project-file';
import { type CommandRun, show } from '../command/command';
import { fieldList } from '../command/printing';

/** The content of `svc.yaml`, validated; nothing is sent. */
export const run: CommandRun = async (args, context) => {
  const directory = resolve(context.terminal.cwd, args.maybe(0) ?? '.');
  const project = readProject(directory);
  show(context, project, () =>
    fieldList(context.terminal, [
      ['project', project.project],
      ['derivations', project.derivations_dir],
      ['datasets', project.datasets.map((it) => it.name).join(', ') || null],
      ['visible to', seenBy(firstAccessOf(project))],
      ...Object.entries(project.compute ?? {}).map(
        ([key, value]) => [`compute.${key}`, typeof value === 'string' ? value : JSON.stringify(value)] as const,
      ),
    ]),
  );
};
