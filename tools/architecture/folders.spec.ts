import { join, normalize } from 'node:path';
import { importsOf, isSpec, typescriptFiles } from './project-files';

/** The top folder of a package's sources that a file is in; null for files beside the folders, which compose them. */
function folderOf(path: string): { readonly package: string; readonly folder: string } | null {
  const [, name, folder] = /^((?:apps|libs)\/[^/]+)\/src\/([^/]+)\//.exec(path) ?? [];
  return name === undefined || folder === undefined ? null : { package: name, folder };
}

const isProduct = (path: string): boolean =>
  !isSpec(path) && !/\.(conformance|fixture)\.ts$|\/src\/testing\//.test(path);

/** Of each package, the folders that each folder imports. */
function importedFolders(): Map<string, Map<string, Set<string>>> {
  const packages = new Map<string, Map<string, Set<string>>>();
  for (const path of typescriptFiles('apps', 'libs').filter(isProduct)) {
    const from = folderOf(path);
    if (from === null) continue;
    for (const it of importsOf(path)) {
      const to = it.from.startsWith('.') ? folderOf(`${normalize(join(path, '..', it.from))}.ts`) : null;
      if (to === null || to.package !== from.package || to.folder === from.folder) continue;
      const folders = packages.get(from.package) ?? new Map<string, Set<string>>();
      folders.set(from.folder, (folders.get(from.folder) ?? new Set<string>()).add(to.folder));
      packages.set(from.package, folders);
    }
  }
  return packages;
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

describe('folders', () => {
  it('import each other in one direction, so that each can be read and moved alone', () => {
    const found = [...importedFolders()].map(([name, imports]) => [name, loopsIn(imports)] as const);
    const loops = Object.fromEntries(found.filter(([, it]) => it.length > 0));
    expect(loops).toEqual({});
  });
});
