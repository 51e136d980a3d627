import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  columnType,
  computeConfiguration,
  computeProfile,
  dataFormat,
  groupName,
  objectName,
  type SaidAccess,
  visibility,
} from '@svc/contracts';
import { z } from 'zod';
import { CommandError } from '../command/usage-error';
import { YamlFile } from '../command/yaml-file';

const inside = z
  .string()
  .min(1)
  .refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), 'must be a path inside the project');

const projectDataset = z.strictObject({
  name: objectName,
  /** Relative to svc.yaml. */
  path: inside,
  format: dataFormat.optional(),
  description: z.string().max(4096).optional(),
  columns: z.record(z.string(), columnType).optional(),
  null_values: z.array(z.string()).optional(),
});

const project = z.strictObject({
  project: z.string().min(1),
  derivations_dir: inside.default('derivations'),
  datasets: z.array(projectDataset).default([]),
  /** The visibility of new objects: a repository's are visible to the project unless specified otherwise. */
  visibility: visibility.default('project'),
  groups: z
    .array(groupName.regex(/^[^,]+$/u, 'must not contain a comma'))
    .max(100)
    .default([]),
  /** How the service computes: read by `./svc up` in the folder of the checkout, and of no effect on `svc apply`. */
  compute: computeConfiguration.optional(),
});

/** A project as `svc.yaml` describes it. */
export type Project = z.output<typeof project>;

/** The visibility of new objects of a project. */
export function firstAccessOf({ visibility: shown, groups }: Project): SaidAccess {
  return { visibility: shown, groups };
}

/** Reads `svc.yaml` in `directory`. */
export function readProject(directory: string): Project {
  const path = join(directory, 'svc.yaml');
  if (!existsSync(path))
    throw new CommandError(
      `there is no svc.yaml in ${directory}`,
      'svc apply <folder with svc.yaml>; docs/first-project.md shows a minimal one',
    );
  const file = YamlFile.read(path, 'svc.yaml');
  const parsed = file.parse(project, file.value, [], (at) => {
    if (at.length === 0) return Object.keys(project.shape);
    if (at[0] === 'compute') return Object.keys((at[1] === 'profiles' ? computeProfile : computeConfiguration).shape);
    return at[0] === 'datasets' && at.length === 2 ? Object.keys(projectDataset.shape) : [];
  });
  if ((parsed.visibility === 'groups') !== parsed.groups.length > 0)
    throw new CommandError(
      `${file.place(['groups'])}: groups must be named when visibility is "groups", and only then`,
    );
  const names = parsed.datasets.map((it) => it.name);
  const twice = names.findIndex((name, index) => names.indexOf(name) < index);
  if (twice >= 0)
    throw new CommandError(`${file.place(['datasets', twice, 'name'])}: dataset "${names[twice]}" is listed twice`);
  return parsed;
}
