import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ChangedFile } from './changed-file';
import { nounLists } from './noun-lists';

/** The request: `note`, stored by compute-service. */
export interface NewNoun {
  /** A lower-case word whose plural ends in "s"; used in paths, tables and commands. */
  readonly name: string;
  readonly service: Service;
  /** Orders its migration among the others: 13 digits. */
  readonly timestamp: number;
}

const HARNESSES = {
  compute: {
    import: "import { type ComputeHarness, startCompute } from './compute-harness';",
    type: 'ComputeHarness',
    start: 'harness = await startCompute();\n  await harness.start();',
  },
  metrics: {
    import: "import { type MetricsHarness, startMetrics } from './metrics-harness';",
    type: 'MetricsHarness',
    start: 'harness = await startMetrics();',
  },
  cert: {
    import: "import { type CertHarness, startCert } from './cert-harness';",
    type: 'CertHarness',
    start: 'harness = await startCert();',
  },
  model: {
    import: "import { type ModelHarness, startModel } from './model-harness';",
    type: 'ModelHarness',
    start: 'harness = await startModel();',
  },
} as const;

export type Service = keyof typeof HARNESSES;
export const SERVICES: readonly string[] = Object.keys(HARNESSES);

/** True for a service that can keep named objects. */
export function isService(name: string): name is Service {
  return SERVICES.includes(name);
}

/** The new files of a noun: the templates, with its name inserted. */
export function newFiles(templates: string, noun: NewNoun): ChangedFile[] {
  return filesBelow(templates).map((path) => ({
    path: named(relative(templates, path), noun).replace(/\.txt$/, ''),
    text: named(readFileSync(path, 'utf8'), noun),
  }));
}

/** The files that list all nouns, with these new ones, and the service's module. `files` are the paths of the project; `read` returns a text. */
export function changedFiles(
  files: readonly string[],
  read: (path: string) => string,
  { name, service }: NewNoun,
  created: readonly ChangedFile[],
): ChangedFile[] {
  const made = new Map(created.map(({ path, text }) => [path, text]));
  const lists = nounLists([...files, ...made.keys()], (path) => made.get(path) ?? read(path));
  return [...lists, withModule(`apps/${service}-service/src/${service}-service.module.ts`, read, name)];
}

/** The service's own module, which Nest needs by name: it imports the noun's module and applies its migration. */
function withModule(path: string, read: (path: string) => string, name: string): ChangedFile {
  const title = capitalised(name);
  const imports = `import { Create${title}s } from '../migrations/create-${name}s';\nimport { ${title}Module } from './${name}/${name}.module';\n`;
  const imported = insertBefore(path, read(path), "import type { Config } from './config';", imports);
  const text = insertBefore(path, imported, 'PlatformModule.register({', `${title}Module,\n`);
  return { path, text: withMigration(path, text, `Create${title}s`) };
}

function insertBefore(path: string, text: string, mark: string, added: string): string {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`${path} has no "${mark.trim()}" any more: change tools/noun/noun-change.ts with it`);
  return `${text.slice(0, at)}${added}${text.slice(at)}`;
}

/** Adds to the list of migrations, whose elements are the names of classes. */
function withMigration(path: string, text: string, migration: string): string {
  const [list, before] = /migrations(?::| =) \[([^\]]*?),?\s*\]/.exec(text) ?? [];
  if (list === undefined || before === undefined)
    throw new Error(`${path} has no list of migrations any more: change tools/noun/noun-change.ts with it`);
  return text.replace(list, () => `${list.slice(0, list.indexOf('['))}[${before}, ${migration}]`);
}

function named(text: string, { name, service, timestamp }: NewNoun): string {
  const harness = HARNESSES[service];
  return text
    .replaceAll('__harness_import__', harness.import)
    .replaceAll('__harness_start__', harness.start)
    .replaceAll('__Harness__', harness.type)
    .replaceAll('__timestamp__', String(timestamp))
    .replaceAll('__service__', service)
    .replaceAll('__noun__', name)
    .replaceAll('__Noun__', capitalised(name))
    .replaceAll('__NOUN__', name.toUpperCase());
}

function capitalised(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]))
    .sort();
}
