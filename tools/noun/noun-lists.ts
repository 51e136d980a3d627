import { posix } from 'node:path';
import type { ChangedFile } from './changed-file';

/** A file that lists what the folders of nouns export, for whatever covers all of them. Written, except for the order. */
interface NounList {
  readonly path: string;
  /** The files that export an element, and how they declare it. */
  readonly files: RegExp;
  readonly element: RegExp;
  /** What the declaration needs besides. */
  readonly uses?: readonly string[];
  /** The declaration around the elements. */
  readonly head: string;
  readonly tail: string;
}

const LISTS: readonly NounList[] = [
  {
    path: 'libs/contracts/src/nouns.ts',
    files: /^libs\/contracts\/src\/[^/]+\/[^/]+\.noun\.ts$/,
    element: /^export const (\w+) = noun\(/m,
    head: `/** Every noun of the API: its routes, client, OpenAPI names, sharing and access review come from here. */
export const nouns = [`,
    tail: '] as const;',
  },
  {
    path: 'libs/contracts/src/vocabularies.ts',
    files: /^libs\/contracts\/src\/[^/]+\/[^/]+\.vocabulary\.ts$/,
    element: /^export const (\w+) = vocabulary\(/m,
    head: `/** The words of every noun that adds some, and of sharing. Apart from the nouns, whose schemas are made of these words. */
export const vocabularies = [`,
    tail: '] as const;',
  },
  {
    path: 'apps/cli/src/command-groups.ts',
    files: /^apps\/cli\/src\/[^/]+\/[^/]+-commands\.ts$/,
    element: /^export const (\w+): CommandGroup = /m,
    uses: ["import type { CommandGroup } from './command/command';"],
    head: `/** Every command, by noun. Its code is loaded when it runs, so that starting stays fast. */
export const GROUPS: readonly CommandGroup[] = [`,
    tail: '];',
  },
];

const NOTE = '// Written by "npm run noun": only the order is by hand, which readers of help and documents see.';

/** The lists as they should be, unformatted. `files` are all paths of the project; `read` returns the text of one. */
export function nounLists(files: readonly string[], read: (path: string) => string): ChangedFile[] {
  return LISTS.map((list) => {
    const found = new Map(files.filter((it) => list.files.test(it)).map((it) => [elementOf(list, it, read(it)), it]));
    const before = [...read(list.path).matchAll(/^ {2}(\w+),$/gm)].flatMap(([, name = '']) => name);
    const kept = before.filter((it) => found.has(it));
    const names = [...kept, ...[...found.keys()].filter((it) => !kept.includes(it)).sort()];
    const imports = [...(list.uses ?? []), ...[...found].map(([name, path]) => importOf(list, name, path)).sort()];
    const elements = names.map((it) => `  ${it},`);
    return { path: list.path, text: [NOTE, ...imports, '', list.head, ...elements, list.tail, ''].join('\n') };
  });
}

function importOf(list: NounList, name: string, path: string): string {
  return `import { ${name} } from './${posix.relative(posix.dirname(list.path), path).replace(/\.ts$/, '')}';`;
}

function elementOf({ path: list, element }: NounList, path: string, text: string): string {
  const [, name] = element.exec(text) ?? [];
  if (name === undefined) throw new Error(`${path} declares nothing that ${list} could list: ${String(element)}`);
  return name;
}
