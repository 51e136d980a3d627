import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ComputeConfiguration, computeConfiguration, SERVICES } from '@svc/contracts';
import { z } from 'zod';
import { Refusal } from '../refusal';
import { complaint, runCommand } from '../programs/run-command';
import { appOf, entryOf } from './service-specs';

/** The configured variables of services, and a line for each setting: its effect, or why it has none. */
export interface StackSettings {
  readonly variables: Readonly<Record<string, string>>;
  readonly lines: readonly string[];
}

const FILE = 'svc.yaml';
const projectFile = z.object({ compute: computeConfiguration.optional() });
/** Variables that the command line client reads, and no service. */
const OF_THE_CLIENT = new Set(['SVC_URL', 'SVC_TOKEN']);
/** The keys of `compute` that this version acts on, with the variable that carries each. */
const VARIABLES: ReadonlyMap<string, string> = new Map([
  ['queryRunner', 'SVC_QUERY_RUNNER'],
  ['queryPoolSize', 'SVC_QUERY_POOL_SIZE'],
  ['queryTimeoutSeconds', 'SVC_QUERY_TIMEOUT_SECONDS'],
]);

/** Every variable that some service reads, as its built configuration names them. */
export function knownVariables(root: string): ReadonlySet<string> {
  const files = SERVICES.flatMap((service) =>
    ['dist/src/config.js', 'dist/config.js'].map((it) => join(root, 'apps', appOf(service), it)),
  );
  const texts = [...files, join(root, 'libs/platform/dist/config/platform-config.js')]
    .filter((it) => existsSync(it))
    .map((it) => readFileSync(it, 'utf8'));
  return new Set(texts.flatMap((text) => text.match(/\bSVC_[A-Z0-9_]+\b/g) ?? []));
}

/**
 * The combined settings of the environment and the `compute` block; the environment wins. `managed` are the variables that the
 * stack sets itself, for each service as it needs.
 */
export function combineSettings(
  environment: Readonly<Record<string, string>>,
  compute: ComputeConfiguration,
  known: ReadonlySet<string>,
  managed: ReadonlySet<string>,
): StackSettings {
  const variables: Record<string, string> = {};
  const lines: string[] = [];
  for (const [key, value] of Object.entries(compute)) {
    const name = VARIABLES.get(key);
    if (name === undefined) lines.push(`compute.${key} (${FILE}) has no effect in this version`);
    else if (name in environment) lines.push(`compute.${key} (${FILE}) is overridden by ${name} in the environment`);
    else {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      variables[name] = text;
      lines.push(`compute.${key} = ${text} (${FILE})`);
    }
  }
  for (const [name, value] of Object.entries(environment)) {
    if (OF_THE_CLIENT.has(name)) continue;
    if (managed.has(name)) lines.push(`${name} is ignored: ./svc up sets it itself`);
    else if (!known.has(name.replace(/_FILE$/, ''))) lines.push(`${name} is ignored: no service reads it`);
    else {
      variables[name] = value;
      lines.push(`${name} (environment)`);
    }
  }
  return { variables, lines };
}

/** The `compute` block of `svc.yaml` in the checkout, as the client reads it: errors name their line. */
export async function readStackFile(root: string): Promise<ComputeConfiguration> {
  if (!existsSync(join(root, FILE))) return {};
  const read = await runCommand(process.execPath, [entryOf(root, 'cli'), 'project', 'show', root, '--json']);
  if (read.status !== 0)
    throw new Refusal(`${FILE} cannot be used:\n${complaint(read)}`, `Correct ${FILE}, and start again.`);
  return projectFile.parse(JSON.parse(read.stdout)).compute ?? {};
}
