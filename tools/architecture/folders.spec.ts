import { dirname, join, normalize } from 'node:path';
import { importsOf, isSpec, typescriptFiles } from './project-files';

const isProduct = (path: string): boolean =>
  /^(apps|libs)\/[^/]+\/src\//.test(path) &&
  !isSpec(path) &&
  !/\.(conformance|fixture)\.ts$|\/src\/testing\//.test(path);

/** Where the folders of two files part: the folder they have in common, and what each is in there. Null when one's folder holds the other's. */
function partingOf(
  from: string,
  to: string,
): { readonly within: string; readonly from: string; readonly to: string } | null {
  const [left, right] = [dirname(from).split('/'), dirname(to).split('/')];
  const at = left.findIndex((it, depth) => it !== right[depth]);
  const [source, target] = [left[at], right[at]];
  return source === undefined || target === undefined
    ? null
    : { within: left.slice(0, at).join('/'), from: source, to: target };
}

/** Of each folder, which of the folders in it import which. Files beside folders compose them, so they count for nothing. */
function importedFolders(): Map<string, Map<string, Set<string>>> {
  const parents = new Map<string, Map<string, Set<string>>>();
  for (const path of typescriptFiles('apps', 'libs').filter(isProduct)) {
    for (const it of importsOf(path)) {
      const parting = it.from.startsWith('.') ? partingOf(path, normalize(join(path, '..', it.from))) : null;
      if (parting === null) continue;
      const folders = parents.get(parting.within) ?? new Map<string, Set<string>>();
      folders.set(parting.from, (folders.get(parting.from) ?? new Set<string>()).add(parting.to));
      parents.set(parting.within, folders);
    }
  }
  return parents;
}

function reachableFrom(folder: string, imports: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const left = [folder];
  for (let next = left.pop(); next !== undefined; next = left.pop())
    for (const to of imports.get(next) ?? []) {
      if (!reached.has(to)) left.push(to);
      reached.add(to);
    }
  return reached;
}

/** Groups of folders that all reach each other. */
function loopsIn(imports: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reach = new Map([...imports.keys()].map((it) => [it, reachableFrom(it, imports)] as const));
  const circular = [...reach].flatMap(([folder, reached]) => (reached.has(folder) ? [folder] : [])).sort();
  const groups = circular.map((folder) =>
    circular.filter((it) => reach.get(folder)?.has(it) === true && reach.get(it)?.has(folder) === true),
  );
  return [...new Set(groups.map((it) => it.join(' ')))].map((it) => it.split(' '));
}

/** Of each file, what it imports of the same package, types included. */
function importedFiles(): Map<string, Set<string>> {
  const files = typescriptFiles('apps', 'libs', 'tools', 'e2e');
  const known = new Set(files);
  const imported = (file: string): string[] =>
    importsOf(file).flatMap(({ from }) => {
      if (!from.startsWith('.')) return [];
      const path = normalize(join(file, '..', from)).replace(/\.js$/, '');
      return [path, `${path}.ts`, `${path}.tsx`].filter((it) => known.has(it));
    });
  return new Map(files.map((file) => [file, new Set(imported(file))]));
}

describe('files', () => {
  it('import each other in one direction, types included', () => {
    expect(loopsIn(importedFiles())).toEqual([]);
  });
});

describe('folders', () => {
  it('import each other in one direction at every level, so that each can be read and moved alone', () => {
    const found = [...importedFolders()].map(([name, imports]) => [name, loopsIn(imports)] as const);
    const loops = Object.fromEntries(found.filter(([, it]) => it.length > 0));
    expect(loops).toEqual({});
  });
});
