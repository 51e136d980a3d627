import ts from 'typescript';
import { isSpec, projectFiles, textOf } from './project-files';

/** Where an exported name may be used: also in scripts beside the sources. */
const READERS = projectFiles().filter((path) => /\.([cm]?[jt]s|tsx)$/.test(path) && !path.endsWith('.d.ts'));
const SOURCES = READERS.filter((path) => /^(apps|libs|tools)\/.*\.tsx?$/.test(path) && !isSpec(path));

/** The words of a file's code: names, without those in comments and texts. */
function wordsOf(path: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) words.set(node.text, (words.get(node.text) ?? 0) + 1);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest));
  return words;
}

interface Exported {
  readonly path: string;
  readonly name: string;
  readonly isType: boolean;
}

/** What a file declares for others: functions, classes and constants, interfaces and types. */
function exportsOf(path: string): Exported[] {
  const declared = /^export (?:async )?(function\*?|const|class|interface|type) +([\w$]+)/gm;
  return [...textOf(path).matchAll(declared)].map(([, kind = '', name = '']) => ({
    path,
    name,
    isType: kind === 'interface' || kind === 'type',
  }));
}

describe('exported names', () => {
  it('are used: a value by another file, a type at least by what its own file exports', () => {
    const words = new Map(READERS.map((path) => [path, wordsOf(path)]));
    const files = new Map<string, number>();
    for (const name of [...words.values()].flatMap((it) => [...it.keys()])) files.set(name, (files.get(name) ?? 0) + 1);
    const unused = SOURCES.flatMap(exportsOf).filter(({ path, name, isType }) => {
      const elsewhere = (files.get(name) ?? 0) > 1;
      return !elsewhere && !(isType && (words.get(path)?.get(name) ?? 0) > 1);
    });
    expect(unused.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
  });
});
